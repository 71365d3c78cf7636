/** The keyed states of all operators of a fragment, as one blob per key group. */
import { assert, ErrorCode, SlipstreamError } from '../errors.js';
import type { ExecNode, KeyedState, KeyGroupRange, Operator } from '../operators/operator.js';
import type { BlobBuffers } from '../state/blob-buffers.js';
import { BlobReader } from '../state/blob.js';
import { EnvelopeWriter, readEnvelope, sealEnvelope, type EnvelopeSection } from '../state/envelope.js';
import { stateSchemaOf } from './state-schema.js';

export interface KeyGroupBlob {
  readonly keyGroup: number;
  readonly content: Buffer;
}

/** From one snapshot to the next. */
const GROWTH_EXPECTED = 1.25;

interface OwnedState {
  readonly node: ExecNode;
  /** Which of the fragment's operators, in topological order. Node ids are counted anew each time that a query is planned. */
  readonly position: number;
  readonly state: KeyedState;
  readonly schema: string;
}

export class FragmentState {
  private readonly states: readonly OwnedState[];
  private readonly restored = new Set<number>();
  /** Of the last envelope of each key group: the next one will be about as long, and need not be moved while it grows. */
  private readonly envelopeBytes = new Map<number, number>();

  constructor(
    operators: readonly { readonly node: ExecNode; readonly operator: Operator }[],
    private readonly keyGroups: KeyGroupRange,
  ) {
    this.states = operators.flatMap(({ node, operator }, position) =>
      (operator.states ?? []).map((state) => ({
        node,
        position,
        state,
        schema: stateSchemaOf(node),
      })),
    );
    const names = new Set(this.states.map(({ position, state }) => `${position} ${state.name}`));
    assert(names.size === this.states.length, 'two states of an operator have one name');
  }

  /** As `copy`, whole. */
  snapshot(): KeyGroupBlob[] {
    return this.copy().map(({ keyGroup, content }) => ({ keyGroup, content: sealEnvelope(content) }));
  }

  /** Everything, key group by key group, still without checksums (sealEnvelope); those without content are left out. */
  copy(buffers?: BlobBuffers): KeyGroupBlob[] {
    const blobs: KeyGroupBlob[] = [];
    if (this.states.length === 0) return blobs;
    for (let keyGroup = this.keyGroups.start; keyGroup <= this.keyGroups.end; keyGroup++) {
      const expectedBytes = Math.ceil((this.envelopeBytes.get(keyGroup) ?? 0) * GROWTH_EXPECTED);
      const envelope = new EnvelopeWriter(buffers, expectedBytes);
      for (const owned of this.states) {
        const header = { ...sectionName(owned), schema: owned.schema, layoutVersion: owned.state.layoutVersion };
        envelope.section(header, (out) => owned.state.snapshot(keyGroup, out));
      }
      const content = envelope.finish();
      this.envelopeBytes.set(keyGroup, content.length);
      if (content.length > 0) blobs.push({ keyGroup, content });
    }
    return blobs;
  }

  /** Unknown never means empty: a section that no state takes is refused. */
  restore(blob: { readonly keyGroup: number; readonly content: Uint8Array }): void {
    const { keyGroup } = blob;
    const { start, end } = this.keyGroups;
    if (keyGroup < start || keyGroup > end) {
      throw invalid(`expected state of key groups ${start} to ${end}, found key group ${keyGroup}`);
    }
    if (this.restored.has(keyGroup)) throw invalid(`the state of key group ${keyGroup} came twice`);
    this.restored.add(keyGroup);
    for (const section of readEnvelope(blob.content)) {
      this.ownerOf(section).restore(keyGroup, new BlobReader(section.content), section.layoutVersion);
    }
  }

  private ownerOf(section: EnvelopeSection): KeyedState {
    const found = this.states.find((owned) => {
      const name = sectionName(owned);
      return (
        name.operator === section.operator &&
        name.execNode === section.execNode &&
        name.execNodeVersion === section.execNodeVersion &&
        name.state === section.state
      );
    });
    if (found) {
      if (found.schema === section.schema) return found.state;
      throw new SlipstreamError(
        ErrorCode.incompatibleState,
        `the snapshot holds ${describe(section)} (${section.schema}); this fragment keeps it as (${found.schema}): was the query changed?`,
      );
    }
    const known = this.states.map((owned) => describe(sectionName(owned))).join(', ') || 'no state';
    throw new SlipstreamError(
      ErrorCode.incompatibleState,
      `the snapshot holds ${describe(section)}, this fragment keeps ${known}: was the query changed?`,
    );
  }

  release(): void {
    for (const { state } of this.states) state.release();
  }
}

type SectionName = Pick<EnvelopeSection, 'operator' | 'execNode' | 'execNodeVersion' | 'state'>;

function sectionName({ node, position, state }: OwnedState): SectionName {
  return { operator: position, execNode: node.execNode, execNodeVersion: node.version, state: state.name };
}

function describe(name: SectionName): string {
  return `state ${name.state} of operator ${name.operator} (${name.execNode}_${name.execNodeVersion})`;
}

function invalid(message: string): SlipstreamError {
  return new SlipstreamError(ErrorCode.invalidState, message);
}
