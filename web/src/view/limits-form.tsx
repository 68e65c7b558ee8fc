/** The fields of limits, each with what holds where it is empty and what is used now. */
import { LABELS } from "../labels";
import { count } from "../labels/language";
import { LIMITS_LABELS, type LimitsLabels } from "../labels/limits";
import { bytes } from "../labels/library/numbers";
import { type AllLimits, type Limit, LIMITS, type Limits, shownIn, typed } from "../limits";
import { language } from "../pages/language";
import type { LimitsDesk } from "../pages/limits-desk";

interface LimitsFormProps {
  readonly desk: LimitsDesk;
  /** A key's id; empty for the tenant. */
  readonly whose: string;
  readonly own: Limits;
}

export function LimitsForm({ desk, whose, own }: LimitsFormProps) {
  const words = LIMITS_LABELS[language.value];
  const { about, busy, changed, saved, tenant, trouble, used } = desk;
  const isMine = about.value === whose;
  const wrong = isMine && trouble.value !== "" && (
    <p class="trouble" role="alert" dir="auto">
      {trouble.value === "unexpected" ? LABELS[language.value].unexpected : trouble.value}
    </p>
  );
  if (tenant.value === null) return wrong || null;
  const isTenant = whose === "";
  const set = isTenant ? tenant.value.own : (changed.value.get(whose) ?? own);
  const otherwise = isTenant ? tenant.value.given : tenant.value.eachKey;
  const holds = isTenant ? tenant.value.effective : { ...otherwise, ...set };
  const now = used.value === null ? null : isTenant ? used.value.tenant : (used.value.keys.get(whose) ?? NOTHING);
  return (
    <form
      class="desk-form limits-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy.value) void desk.save(whose, typed(new FormData(event.currentTarget)));
      }}
    >
      <p class="entry-note">{isTenant ? words.tenantHint : words.keyHint}</p>
      {LIMITS.map((name) => (
        <Field
          key={name}
          id={`${name}-${whose}`}
          name={name}
          set={set[name]}
          otherwise={otherwise[name]}
          holds={holds[name]}
          now={now}
          words={words}
        />
      ))}
      <p class="limits-end">
        <button type="submit" class="quiet" aria-disabled={busy.value}>
          {words.save}
        </button>
        <span class="entry-note" role="status">
          {isMine && saved.value && words.saved}
        </span>
      </p>
      {wrong}
    </form>
  );
}

interface FieldProps {
  readonly id: string;
  readonly name: Limit;
  readonly set: number | undefined;
  /** What holds where nothing is set. */
  readonly otherwise: number;
  readonly holds: number;
  readonly now: AllLimits | null;
  readonly words: LimitsLabels;
}

function Field({ id, name, set, otherwise, holds, now, words }: FieldProps) {
  const isSize = name === "stored_bytes";
  const told = (number: number): string => (isSize ? bytes(language.value, number) : count(language.value, number));
  const used = now !== null && (holds > 0 || !ONLY_LIMITED.has(name)) ? words.used[name](told(now[name])) : "";
  const most = holds > 0 ? words.most(told(holds)) : words.unlimited;
  return (
    <div>
      <label>
        {words.names[name]}
        <input
          name={name}
          type="number"
          min={0}
          step={isSize ? "any" : 1}
          inputMode={isSize ? "decimal" : "numeric"}
          autocomplete="off"
          defaultValue={shownIn(name, set)}
          placeholder={otherwise > 0 ? shownIn(name, otherwise) : words.none}
          aria-describedby={id}
        />
      </label>
      <span class="limit-used" id={id}>
        {used === "" ? most : words.of(used, most)}
      </span>
    </div>
  );
}

const NOTHING: AllLimits = { requests_per_minute: 0, running_answers: 0, viewers: 0, tokens_per_day: 0, stored_bytes: 0 };
/** What is not counted where it is not limited. */
const ONLY_LIMITED: ReadonlySet<Limit> = new Set(["requests_per_minute", "viewers"]);
