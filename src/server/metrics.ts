/** Counters of a worker, and their Prometheus text. */
import type { OutputBatchMessage } from '../transport/messages.js';

/** What crosses from a worker to the main thread. */
export type MetricValues = Omit<WorkerMetrics, 'recordBatch'>;

export class WorkerMetrics {
  rowsIn = 0;
  rowsOut = 0;
  rowsSkipped = 0;
  batches = 0;
  busySeconds = 0;
  inlinePayloads = 0;
  lanePayloads = 0;
  failures = 0;
  openStreams = 0;
  memoryBytes = 0;

  recordBatch(rowsIn: number, rowsSkipped: number, outputs: readonly OutputBatchMessage[], busyNs: number): void {
    this.batches++;
    this.rowsIn += rowsIn;
    this.rowsSkipped += rowsSkipped;
    this.busySeconds += busyNs / 1e9;
    for (const output of outputs) {
      this.rowsOut += output.rowCount;
      if (output.payload.lane) this.lanePayloads++;
      else this.inlinePayloads++;
    }
  }
}

interface MetricDescription {
  readonly name: string;
  readonly kind: 'counter' | 'gauge';
  readonly help: string;
  readonly value: (metrics: MetricValues) => number;
}

const DESCRIPTIONS: readonly MetricDescription[] = [
  { name: 'slipstream_rows_in_total', kind: 'counter', help: 'Rows that came into fragments.', value: (m) => m.rowsIn },
  { name: 'slipstream_rows_out_total', kind: 'counter', help: 'Rows that left fragments.', value: (m) => m.rowsOut },
  {
    name: 'slipstream_records_skipped_total',
    kind: 'counter',
    help: 'Records that a format skipped by its options.',
    value: (m) => m.rowsSkipped,
  },
  { name: 'slipstream_batches_total', kind: 'counter', help: 'Batches.', value: (m) => m.batches },
  { name: 'slipstream_busy_seconds_total', kind: 'counter', help: 'Time in batches.', value: (m) => m.busySeconds },
  {
    name: 'slipstream_payloads_inline_total',
    kind: 'counter',
    help: 'Output payloads sent inside gRPC messages.',
    value: (m) => m.inlinePayloads,
  },
  {
    name: 'slipstream_payloads_lane_total',
    kind: 'counter',
    help: 'Output payloads sent through the shared-memory lane.',
    value: (m) => m.lanePayloads,
  },
  {
    name: 'slipstream_failures_total',
    kind: 'counter',
    help: 'Streams that ended with a failure.',
    value: (m) => m.failures,
  },
  { name: 'slipstream_open_streams', kind: 'gauge', help: 'Subtasks served now.', value: (m) => m.openStreams },
  { name: 'slipstream_memory_bytes', kind: 'gauge', help: 'WebAssembly memory held.', value: (m) => m.memoryBytes },
];

/** Prometheus text format 0.0.4, one sample a worker. */
export function prometheusText(workers: readonly MetricValues[]): string {
  const lines: string[] = [];
  for (const description of DESCRIPTIONS) {
    lines.push(`# HELP ${description.name} ${description.help}`, `# TYPE ${description.name} ${description.kind}`);
    workers.forEach((metrics, index) => {
      lines.push(`${description.name}{worker="${index}"} ${description.value(metrics)}`);
    });
  }
  return `${lines.join('\n')}\n`;
}
