/** Weights as bytes, little-endian as every machine that runs a browser has them, and back. */

/** A copy: weights may be a view of memory that goes on changing. */
export function bytesOfFloats({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer, byteOffset, byteLength).slice();
}

/** @param bytes as many as whole numbers take */
export function floatsOfBytes(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  return new Float32Array(bytes.slice().buffer);
}
