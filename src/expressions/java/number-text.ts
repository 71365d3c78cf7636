/** Which text java.lang.Double.toString and Float.toString give: JDK 19 made it the shortest (JDK-4511638). */

/** `legacy`: up to JDK 18, sometimes a digit longer or not the closest. `shortest`: since JDK 19. */
export type NumberTextVersion = 'legacy' | 'shortest';

/** From `java.specification.version`, such as "1.8", "17" or "21"; undefined when it is none. */
export function numberTextVersion(specificationVersion: string): NumberTextVersion | undefined {
  const match = /^(?:1\.)?(\d+)$/.exec(specificationVersion);
  if (!match) return undefined;
  return Number(match[1]) < 19 ? 'legacy' : 'shortest';
}

/**
 * Digits d1 d2 … dn and a decimal exponent: 0.d1d2…dn × 10^exponent, as text: plain from 10^-3 up to 10^7, otherwise
 * scientific, with at least one digit on each side of the point.
 */
export function textOfDigits(negative: boolean, digits: string, exponent: number): string {
  const sign = negative ? '-' : '';
  if (exponent > 0 && exponent < 8) {
    const whole = digits.slice(0, exponent).padEnd(exponent, '0');
    return `${sign}${whole}.${digits.slice(exponent) || '0'}`;
  }
  if (exponent <= 0 && exponent > -3) return `${sign}0.${'0'.repeat(-exponent)}${digits}`;
  return `${sign}${digits[0]}.${digits.slice(1) || '0'}E${exponent - 1}`;
}
