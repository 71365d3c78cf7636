/**
 * StateBlob without protobufjs: a snapshot is large, and each of its messages would be one more copy that V8 has to collect. gRPC copies
 * what a serializer returns at once, so all messages are written to one buffer.
 */
import { Writer } from 'protobufjs';

/** Tags of `int32 key_group = 1` and `bytes content = 2`. */
const KEY_GROUP_TAG = (1 << 3) | 0;
const CONTENT_TAG = (2 << 3) | 2;
/** A longer buffer is not kept. */
const KEPT_BYTES_MAX = 4 << 20;

let kept = Buffer.allocUnsafeSlow(64 << 10);

/** Valid until the next call. */
export function serializeStateBlob({ keyGroup, content }: { keyGroup: number; content: Uint8Array }): Buffer {
  const writer = Writer.create();
  if (keyGroup !== 0) writer.uint32(KEY_GROUP_TAG).int32(keyGroup);
  const header = writer.uint32(CONTENT_TAG).uint32(content.length).finish();
  const byteLength = header.length + content.length;
  const target = byteLength <= kept.length ? kept : Buffer.allocUnsafeSlow(byteLength + (byteLength >> 2));
  if (target.length <= KEPT_BYTES_MAX) kept = target;
  target.set(header);
  target.set(content, header.length);
  return target.subarray(0, byteLength);
}
