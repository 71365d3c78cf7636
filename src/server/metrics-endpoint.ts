/** Prometheus text over HTTP on 127.0.0.1. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { prometheusText } from './metrics.js';
import type { WorkerPool } from './worker-pool.js';

export interface MetricsEndpoint {
  readonly server: Server;
  readonly port: number;
}

/** Listens on 127.0.0.1; `port` 0 is any free one. Rejects when the port cannot be had. */
export async function serveMetrics(pool: WorkerPool, port: number): Promise<MetricsEndpoint> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('see /metrics\n');
      return;
    }
    pool.metrics().then(
      (workers) =>
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(prometheusText(workers)),
      (error: Error) => response.writeHead(500, { 'content-type': 'text/plain' }).end(`${error.message}\n`),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
}
