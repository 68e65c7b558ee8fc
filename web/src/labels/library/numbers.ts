/** How large and how old a document is, and how long something takes, as the language writes it. */
import type { Language } from "../language";

const STEP = 1024;

export function bytes(language: Language, number: number): string {
  const [value, unit] =
    number >= STEP * STEP ? [number / STEP / STEP, "megabyte"] : [Math.max(number > 0 ? 1 : 0, number / STEP), "kilobyte"];
  const maximumFractionDigits = unit === "megabyte" && value < 10 ? 1 : 0;
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits }).format(value);
}

export function shortDay(language: Language, time: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(time);
}

/** A time that is still to be waited, in seconds or minutes. */
export function minutes(language: Language, seconds: number): string {
  const [value, unit] = seconds < 90 ? [seconds, "second"] : [Math.round(seconds / 60), "minute"];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(value);
}
