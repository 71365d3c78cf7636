/** JSON texts as Flink's JSON functions write them (SqlJsonUtils, Jackson's WriterBasedJsonGenerator): not as the JSON format does. */

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
};

/** What JSON demands is escaped, with upper-case digits; all else is written raw, surrogates too. */
export function jsonQuoted(text: string): string {
  const escaped = text.replace(/["\\\u0000-\u001f]/g, (character) => {
    const short = SHORT_ESCAPES[character];
    return short ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}

/** BigDecimal.toString. */
export function bigDecimalText(unscaled: bigint, scale: number): string {
  const sign = unscaled < 0n ? '-' : '';
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString();
  const adjusted = digits.length - 1 - scale;
  if (scale === 0) return sign + digits;
  if (scale > 0 && adjusted >= -6) {
    const padded = digits.padStart(scale + 1, '0');
    return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  }
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  const exponent = adjusted === 0 ? '' : `E${adjusted > 0 ? '+' : ''}${adjusted}`;
  return sign + digits[0]! + fraction + exponent;
}

/** BigDecimal.valueOf(double).toString of what Double.toString says; NaN and the infinities are texts. */
export function jsonDoubleText(javaText: string): string {
  const match = /^(-?)(\d+)\.(\d+)(?:E(-?\d+))?$/.exec(javaText);
  if (match === null) return `"${javaText}"`;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const unscaled = BigInt(whole + fraction);
  const text = bigDecimalText(unscaled, fraction.length - Number(exponent));
  // A BigDecimal has no negative zero.
  return unscaled === 0n ? text : sign + text;
}
