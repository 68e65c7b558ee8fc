/** A graph reference: what its entities are, and its relations, one a line. Every word of it is somebody else's. */
import type { Json, Reference } from "citestream-client/protocol";

import "../styles/graph.css";

import { plainName } from "./plain";

const LONGEST_DESCRIPTION = 600;

interface Relation {
  readonly source: string;
  readonly label: string;
  readonly target: string;
  readonly description: string;
}

export function GraphView({ reference }: { readonly reference: Reference }) {
  const things = objects(reference.payload.vertices).filter((thing) => said(thing.description) !== "");
  return (
    <>
      <ul class="relations">
        {objects(reference.payload.edges).map(readRelation).map((relation, index) => (
          <li key={index}>
            <span class="relation">
              <bdi>{relation.source}</bdi> <RelationLabel label={relation.label} />{" "}
              <bdi>{relation.target}</bdi>
            </span>
            {relation.description !== "" && (
              <>
                <span class="unseen">: </span>
                <bdi class="relation-description">{relation.description}</bdi>
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

/** What a relation is called, above an arrow; whoever hears or copies it gets signs in its place. */
function RelationLabel({ label }: { readonly label: string }) {
  return (
    <span class="relation-label">
      <span class="unseen">—</span>
      <bdi>{label}</bdi>
      <span class="unseen">→</span>
    </span>
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
