import { Child } from './child-process.js';
import { javaArguments, javaBinary } from './java.js';

const READY = 'READY ';
const HEAP_MIB = 512;

/** A Kafka broker of our own. */
export interface Broker {
  /** host:port. */
  readonly bootstrapServers: string;
  end(): Promise<void>;
}

/** Starts a broker in a JVM of its own; its storage, below `directory`, goes when it ends. */
export function startBroker(directory: string): Promise<Broker> {
  return new Promise((resolve, reject) => {
    const args = javaArguments({
      module: 'bridge-broker',
      mainClass: 'io.slipstream.flink.broker.BrokerMain',
      heapMaxMiB: HEAP_MIB,
      options: ['-XX:+UseSerialGC'],
      args: [directory],
    });
    const child = Child.start('the Kafka broker', javaBinary(), args, (line) => {
      if (!line.startsWith(READY)) return;
      resolve({ bootstrapServers: line.slice(READY.length), end: () => child.end() });
    });
    void child.whenEnded().then((code) => reject(child.failure(`ended with ${code} before it was ready`)));
  });
}
