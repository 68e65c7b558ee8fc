/** Evaluation runs, their reports and comparisons, and the rates of live answers (docs/evaluation.md). */
import { asList, asNumber, asObject, asText, asWhole, type Json, optional } from "citestream-client/protocol";
import { type ClientOptions, getJson } from "citestream-client/transport";

import { query } from "./page-of";

export interface Run {
  readonly run: string;
  readonly set: string;
  /** The address of the gateway that was asked; empty: this one. */
  readonly target: string;
  readonly isDone: boolean;
  readonly isBaseline: boolean;
  readonly outcomes: number;
  readonly createdAt: string;
}

/** A figure with its interval of 95 %. */
export interface Figure {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly cases: number;
  /** Who judged: `labels` of people, or the `verifier`; empty if nobody had to. */
  readonly by: string;
  /** Further values: `p50` and `p95` of times, the `total` of others. */
  readonly more: readonly (readonly [name: string, value: number])[];
}

/** Figures by name; those that were not computed are absent. */
export type Figures = ReadonlyMap<string, Figure>;

export interface Case {
  readonly id: string;
  readonly question: string;
}

export interface WorstCase extends Case {
  readonly answer: string;
  readonly value: number;
}

export interface Report {
  readonly about: Run;
  readonly cases: number;
  readonly failed: number;
  readonly pooled: Figures;
  /** Why figures were not computed, by name. */
  readonly missing: ReadonlyMap<string, string>;
  readonly by: ReadonlyMap<string, ReadonlyMap<string, Figures>>;
  readonly worst: ReadonlyMap<string, readonly WorstCase[]>;
  readonly failures: readonly (Case & { readonly failure: string })[];
  readonly lines: readonly { readonly line: number; readonly problem: string }[];
}

export interface Difference {
  readonly a: number;
  readonly b: number;
  readonly low: number;
  readonly high: number;
  readonly better: number;
  readonly worse: number;
  readonly cases: number;
  readonly isRegression: boolean;
  readonly higherIsBetter: boolean;
}

export interface ChangedCase extends Case {
  readonly answerA: string;
  readonly answerB: string;
  readonly worse: readonly string[];
  readonly better: readonly string[];
}

/** What changed from run A to run B. */
export interface Comparison {
  readonly a: Run;
  readonly b: Run;
  readonly margin: number;
  readonly regressions: readonly string[];
  readonly differences: ReadonlyMap<string, Difference>;
  readonly changed: readonly ChangedCase[];
}

export interface LiveRates {
  readonly pooled: Figures;
  readonly writers: readonly { readonly model: string; readonly prompt: string; readonly figures: Figures }[];
  /** Of the confirmed run; null if there is none. */
  readonly baseline: Figures | null;
  readonly drifting: readonly string[];
}

const AT = "/v1/evaluations";

export async function evaluationRuns(options: ClientOptions = {}): Promise<readonly Run[]> {
  return asList((await getJson(AT, options)).runs, "runs").map(readRun);
}

export async function evaluationReport(run: string, options: ClientOptions = {}): Promise<Report> {
  const data = await getJson(`${AT}/${encodeURIComponent(run)}`, options);
  const pooled = asObject(data.pooled, "pooled");
  return {
    about: readRun(data.about),
    cases: asWhole(data.cases, "cases"),
    failed: asWhole(data.failed, "failed"),
    pooled: readFigures(pooled),
    missing: mapped(pooled, (figure) => optional(asObject(figure, "figure").why, "why", asText)),
    by: mapped(data.by, (values) => mapped(values, readFigures)),
    worst: mapped(data.worst, (cases) =>
      asList(cases, "cases").map((value) => {
        const each = asObject(value, "case");
        return { ...readCase(each), answer: asText(each.answer_uuid, "answer_uuid"), value: asNumber(each.value, "value") };
      }),
    ),
    failures: asList(data.failures, "failures").map((value) => {
      const each = asObject(value, "failure");
      return { ...readCase(each), failure: asText(each.failure, "failure") };
    }),
    lines: asList(data.lines, "lines").map((value) => {
      const each = asObject(value, "line");
      return { line: asWhole(each.line, "line"), problem: asText(each.problem, "problem") };
    }),
  };
}

export async function comparedRuns(a: string, b: string, options: ClientOptions = {}): Promise<Comparison> {
  const data = await getJson(`${AT}/${encodeURIComponent(b)}/comparison?${query({ with: a })}`, options);
  return {
    a: readRun(data.a),
    b: readRun(data.b),
    margin: asNumber(data.margin, "margin"),
    regressions: names(data.regressions),
    differences: mapped(data.figures, readDifference),
    changed: asList(data.changed, "changed").map((value) => {
      const each = asObject(value, "changed");
      const answers = { answerA: asText(each.answer_a, "answer_a"), answerB: asText(each.answer_b, "answer_b") };
      return { ...readCase(each), ...answers, worse: names(each.worse), better: names(each.better) };
    }),
  };
}

export async function liveRates(days: number, options: ClientOptions = {}): Promise<LiveRates> {
  const data = await getJson(`/v1/quality?days=${days}`, options);
  return {
    pooled: readFigures(data.pooled),
    writers: asList(data.rates, "rates").map((value) => {
      const writer = asObject(value, "rates");
      const named = { model: asText(writer.model, "model"), prompt: asText(writer.prompt_version, "prompt_version") };
      return { ...named, figures: readFigures(writer.figures) };
    }),
    baseline: data.confirmed === null ? null : readFigures(asObject(data.confirmed, "confirmed").figures),
    drifting: names(data.drifting),
  };
}

function readRun(value: unknown): Run {
  const data = asObject(value, "run");
  return {
    run: asText(data.run, "run"),
    set: asText(data.set, "set"),
    target: asText(data.target, "target"),
    isDone: data.state === "done",
    isBaseline: data.confirmed === true,
    outcomes: asWhole(data.outcomes, "outcomes"),
    createdAt: asText(data.created_at, "created_at"),
  };
}

function readCase(data: Json): Case {
  return { id: asText(data.id, "id"), question: asText(data.question, "question") };
}

function readFigures(value: unknown): Figures {
  return mapped(value, (each) => {
    const data = asObject(each, "figure");
    if (data.value === null) return undefined;
    const more = ["p50", "p95", "total"].filter((name) => name in data).map((name) => [name, asNumber(data[name], name)] as const);
    return { ...bounds(data), value: asNumber(data.value, "value"), by: optional(data.by, "by", asText) ?? "", more };
  });
}

function readDifference(value: unknown): Difference | undefined {
  const data = asObject(value, "difference");
  if (data.difference === null) return undefined;
  return {
    ...bounds(data),
    a: asNumber(data.a, "a"),
    b: asNumber(data.b, "b"),
    better: asWhole(data.better, "better"),
    worse: asWhole(data.worse, "worse"),
    isRegression: data.regression === true,
    higherIsBetter: data.higher_is_better === true,
  };
}

function bounds(data: Json): Pick<Figure, "low" | "high" | "cases"> {
  return { low: asNumber(data.low, "low"), high: asNumber(data.high, "high"), cases: asWhole(data.cases, "cases") };
}

function names(value: unknown): readonly string[] {
  return asList(value, "names").map((name) => asText(name, "name"));
}

/** An object as a map, without the values that are undefined. */
function mapped<Value>(value: unknown, read: (value: unknown) => Value | undefined): ReadonlyMap<string, Value> {
  const found = Object.entries(asObject(value, "object")).map(([name, each]) => [name, read(each)] as const);
  return new Map(found.filter((entry): entry is [string, Value] => entry[1] !== undefined));
}
