/** Times of a recording, as the language writes them. */
import type { Language } from "../language";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Seconds from one second on, with as many digits as can be told apart at a glance. */
export function lasts(language: Language, milliseconds: number, units: readonly [milliseconds: string, seconds: string]): string {
  const isShort = milliseconds < SECOND;
  const maximumFractionDigits = milliseconds >= MINUTE || isShort ? 0 : milliseconds >= 10 * SECOND ? 1 : 2;
  const number = new Intl.NumberFormat(language, { maximumFractionDigits }).format(isShort ? milliseconds : milliseconds / SECOND);
  return `${number}\u00a0${units[isShort ? 0 : 1]}`;
}

export function moment(language: Language, time: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" }).format(time);
}

export function decimals(language: Language, number: number): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(number);
}
