import { expect, test } from 'vitest';
import { codecs } from './messages.js';
import { messageType } from './proto-root.js';
import { serializeStateBlob } from './state-blob-codec.js';

test.each([
  [0, 5],
  [1, 1],
  [127, 200],
  [128, 70_000],
  [32_767, 6 << 20],
])('key group %i with %i bytes is written as protobufjs writes it', (keyGroup, byteLength) => {
  const content = Buffer.alloc(byteLength, 171);
  const written = serializeStateBlob({ keyGroup, content });
  const expected = messageType('StateBlob').encode({ keyGroup, content }).finish();
  const read = codecs.StateBlob.deserialize(Buffer.from(written));
  expect(read.keyGroup).toBe(keyGroup);
  expect(Buffer.compare(read.content, content)).toBe(0);
  // protobufjs writes what equals the default when it is set; a reader sees no difference.
  if (keyGroup !== 0) expect(Buffer.compare(written, expected)).toBe(0);
});
