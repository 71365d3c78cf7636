/** Who may connect: Unix sockets by the folder's mode, TCP by certificates on both sides. */
import { readFileSync } from 'node:fs';
import { ServerCredentials } from '@grpc/grpc-js';
import type { TlsFiles } from './arguments.js';

export function unixCredentials(): ServerCredentials {
  return ServerCredentials.createInsecure();
}

/** Mutual TLS: a peer without a certificate of our authority is refused in the handshake. */
export function tlsCredentials(files: TlsFiles): ServerCredentials {
  const keyPair = { private_key: readFileSync(files.privateKey), cert_chain: readFileSync(files.certificate) };
  return ServerCredentials.createSsl(readFileSync(files.certificateAuthority), [keyPair], true);
}
