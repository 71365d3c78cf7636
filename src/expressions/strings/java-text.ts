/**
 * Java strings: UTF-8 decoded and encoded as the JVM does it (java.lang.String of JDK 9 and later), which is what Flink's
 * BinaryStringData.toString and ensureMaterialized come down to (StringUtf8Utils has the same result for well-formed text).
 *
 * Malformed bytes become U+FFFD, but not as in the WHATWG decoder: an encoded surrogate is one replacement, not three. A lone
 * surrogate is encoded as '?'.
 */

const REPLACEMENT = 0xfffd;
/** Below this, String.fromCharCode.apply is safe from stack limits and faster than joining. */
const CHUNK_UNITS = 4096;

export function isAsciiBytes(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if ((bytes[i] ?? 0) >= 0x80) return false;
  return true;
}

/** `new String(bytes, UTF_8)`. */
export function decodeJavaText(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length);
  let count = 0;
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      units[count++] = lead;
      at++;
      continue;
    }
    const bytesRead = sequenceLength(bytes, at);
    const codePoint = bytesRead < 0 ? REPLACEMENT : codePointAt(bytes, at, bytesRead);
    if (codePoint >= 0x10000) {
      units[count++] = 0xd800 + ((codePoint - 0x10000) >> 10);
      units[count++] = 0xdc00 + (codePoint & 0x3ff);
    } else {
      units[count++] = codePoint >= 0xd800 && codePoint < 0xe000 ? REPLACEMENT : codePoint;
    }
    at += Math.abs(bytesRead);
  }
  return textOfUnits(units, count);
}

function textOfUnits(units: Uint16Array, count: number): string {
  let text = '';
  for (let at = 0; at < count; at += CHUNK_UNITS) {
    text += String.fromCharCode(...units.subarray(at, Math.min(at + CHUNK_UNITS, count)));
  }
  return text;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Bytes of the character that starts at `at`; negative: that many bytes are malformed and make one replacement. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const second = bytes[at + 1];
  if (lead >= 0xc2 && lead < 0xe0) return isContinuation(second) ? 2 : -1;
  if (lead >= 0xe0 && lead < 0xf0) {
    if (!isContinuation(second) || (lead === 0xe0 && (second ?? 0) < 0xa0)) return -1;
    return isContinuation(bytes[at + 2]) ? 3 : -2;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    const low = lead === 0xf0 ? 0x90 : 0x80;
    const high = lead === 0xf4 ? 0x8f : 0xbf;
    if (second === undefined || second < low || second > high) return -1;
    if (!isContinuation(bytes[at + 2])) return -2;
    return isContinuation(bytes[at + 3]) ? 4 : -3;
  }
  return -1;
}

function codePointAt(bytes: Uint8Array, at: number, length: number): number {
  let value = (bytes[at] ?? 0) & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) value = (value << 6) | ((bytes[at + i] ?? 0) & 0x3f);
  return value;
}

/** `text.getBytes(UTF_8)`. */
export function encodeJavaText(text: string): Uint8Array {
  return Buffer.from(/\p{Surrogate}/u.test(text) ? text.replace(/\p{Surrogate}/gu, '?') : text, 'utf8');
}
