/** A graph reference: what its entities are, and its relations, one a line. Every word of it is somebody else's. */
import type { Json } from "../protocol/shape";
import type { Reference } from "../protocol/events";
import { plainName } from "./plain";

const LONGEST_DESCRIPTION = 600;

interface Relation {
  readonly source: string;
  readonly label: string;
  readonly target: string;
  readonly description: string;
}

/** The entities that the question named and this reference is about. */
export function graphNames(reference: Reference): string {
  const names = Array.isArray(reference.payload.entitiesFromQuestion) ? reference.payload.entitiesFromQuestion : [];
  return names.map((name) => plainName(said(name), 60)).filter((name) => name !== "").join(", ");
}

export function GraphView({ reference }: { readonly reference: Reference }) {
  const things = objects(reference.payload.vertices).filter((thing) => said(thing.description) !== "");
  return (
    <>
      <ul class="relations">
        {objects(reference.payload.edges).map(readRelation).map((relation, index) => (
          <li key={index}>
            <span class="relation">
              <bdi>{relation.source}</bdi> <span class="relation-label">—<bdi>{relation.label}</bdi>→</span>{" "}
              <bdi>{relation.target}</bdi>
            </span>
            {relation.description !== "" && (
              <>
                : <bdi>{relation.description}</bdi>
              </>
            )}
          </li>
        ))}
      </ul>
      <dl class="entities">
        {things.map((thing, index) => (
          <div key={index}>
            <dt>
              <bdi>{plainName(said(thing.name))}</bdi> (<bdi>{plainName(said(thing.label))}</bdi>)
            </dt>
            <dd dir="auto">{plainName(said(thing.description), LONGEST_DESCRIPTION)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function readRelation(edge: Json): Relation {
  return {
    source: plainName(said(edge.sourceName)),
    label: plainName(said(edge.label)),
    target: plainName(said(edge.targetName)),
    description: plainName(said(edge.description), LONGEST_DESCRIPTION),
  };
}

function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter((item): item is Json => typeof item === "object" && item !== null) : [];
}

function said(value: unknown): string {
  return typeof value === "string" ? value : "";
}
