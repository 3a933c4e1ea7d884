/** Line drawings of 16 × 16 for buttons; what they mean is said beside them, or in the button's name. */

export const ICONS = {
  play: 'M4.5 3l8 5-8 5z',
  pause: 'M5 3.5v9M11 3.5v9',
  stop: 'M4.5 4.5h7v7h-7z',
  step: 'M3.5 3.5l6 4.5-6 4.5zM12 3.5v9',
  reset: 'M3.2 5.2A5.4 5.4 0 1 1 2.6 8M3 2.2v3.2h3.2',
} as const;

export function Icon({ path, filled = true }: { readonly path: string; readonly filled?: boolean }) {
  return (
    <svg class={filled ? 'glyph glyph-filled' : 'glyph'} viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
