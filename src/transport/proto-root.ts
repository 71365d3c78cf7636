/** The parsed .proto files; in the bundle their text is inlined, from a checkout it is read. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';

declare const SLIPSTREAM_PROTOS: Readonly<Record<string, string>> | undefined;

const FILES = ['plan.proto', 'sidecar.proto'];

function protoText(file: string): string {
  if (typeof SLIPSTREAM_PROTOS !== 'undefined') return SLIPSTREAM_PROTOS[file]!;
  // From src/transport (vitest) and from dist/src/transport (compiled) alike: the first ancestor with a proto folder.
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'proto', file))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`proto/${file} not found above ${import.meta.url}`);
    folder = parent;
  }
  return readFileSync(path.join(folder, 'proto', file), 'utf8');
}

function loadRoot(): protobuf.Root {
  const root = new protobuf.Root();
  for (const file of FILES) protobuf.parse(protoText(file), root, { keepCase: false });
  root.resolveAll();
  return root;
}

export const protoRoot = loadRoot();

export function messageType(name: string): protobuf.Type {
  return protoRoot.lookupType(`slipstream.v1.${name}`);
}
