/** 16-bit floats of IEEE (F16), both ways. */

const word = new Uint32Array(1);
const float = new Float32Array(word.buffer);

/** Nearest half of a number, ties to even, as its 16 bits; 65520 and above become infinity, NaN stays NaN. */
export function toHalf(value: number): number {
  float[0] = value;
  const bits = word[0]!;
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fff_ffff;
  if (magnitude > 0x7f80_0000) return sign | 0x7e00;
  if (magnitude >= 0x477f_f000) return sign | 0x7c00;
  // Below 2⁻¹⁴ halves are subnormal: whole multiples of 2⁻²⁴.
  if (magnitude < 0x3880_0000) return sign | roundToEven(Math.abs(float[0]!) * 2 ** 24);
  const rounded = magnitude + 0xfff + ((magnitude >>> 13) & 1);
  return sign | ((rounded - 0x3800_0000) >>> 13);
}

/** The number that 16 bits of IEEE half stand for. */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}
