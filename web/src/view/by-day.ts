/** Puts what happened at a moment under the day of the reader's own calendar. */
export type Day = "today" | "yesterday" | "thisWeek" | "earlier";

/** In the order in which they come, each day once; a week begins on Monday. */
export function byDay<Item>(items: readonly Item[], momentOf: (item: Item) => string, now: Date): [Day, Item[]][] {
  const groups: [Day, Item[]][] = [];
  for (const item of items) {
    const day = dayOf(new Date(momentOf(item)), now);
    const last = groups.at(-1);
    if (last?.[0] === day) last[1].push(item);
    else groups.push([day, [item]]);
  }
  return groups;
}

function dayOf(moment: Date, now: Date): Day {
  const ago = (days: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  if (moment >= ago(0)) return "today";
  if (moment >= ago(1)) return "yesterday";
  return moment >= ago((now.getDay() + 6) % 7) ? "thisWeek" : "earlier";
}
