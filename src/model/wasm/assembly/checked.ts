/**
 * Loads and stores that ask first whether the address lies inside a region of the arena. `scripts/build-wasm.ts` puts
 * them in the place of the plain ones to make the checked module; the shipped one has none of this.
 */

// @ts-ignore: decorator
@external('env', 'check')
declare function check(address: usize, bytes: usize): void;

export function checkedLoad<T>(at: usize, offset: usize = 0): T {
  check(at + offset, sizeof<T>());
  return load<T>(at + offset);
}

export function checkedStore<T>(at: usize, value: T, offset: usize = 0): void {
  check(at + offset, sizeof<T>());
  store<T>(at + offset, value);
}

export function checkedLoadVector(at: usize, offset: usize = 0): v128 {
  check(at + offset, 16);
  return v128.load(at + offset);
}

export function checkedStoreVector(at: usize, value: v128, offset: usize = 0): void {
  check(at + offset, 16);
  v128.store(at + offset, value);
}

export function checkedLoadSplat(at: usize, offset: usize = 0): v128 {
  check(at + offset, 4);
  return v128.load32_splat(at + offset);
}

/** The instruction takes a constant lane only, hence all four. */
export function checkedStoreLane(at: usize, value: v128, lane: i32, offset: usize = 0): void {
  check(at + offset, 4);
  if (lane == 0) v128.store32_lane(at + offset, value, 0);
  else if (lane == 1) v128.store32_lane(at + offset, value, 1);
  else if (lane == 2) v128.store32_lane(at + offset, value, 2);
  else v128.store32_lane(at + offset, value, 3);
}

export function checkedCopy(to: usize, from: usize, bytes: usize): void {
  check(to, bytes);
  check(from, bytes);
  memory.copy(to, from, bytes);
}

export function checkedFill(at: usize, value: u8, bytes: usize): void {
  check(at, bytes);
  memory.fill(at, value, bytes);
}
