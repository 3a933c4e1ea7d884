/** The green bar: the one picture of this page. Green is the share that passes, a notch marks where it began. */

interface BarProps {
  /** 0 … 1, or null while nothing was measured. */
  readonly value: number | null;
  readonly before?: number | null;
  /** Band around the value, drawn as a whisker. */
  readonly low?: number;
  readonly high?: number;
  readonly size: 'large' | 'medium' | 'small';
  readonly tone?: 'green' | 'grey';
  readonly label: string;
}

export function Bar({ value, before, low, high, size, tone = 'green', label }: BarProps) {
  return (
    <span class={`bar bar-${size} ${value === null ? 'bar-unknown' : ''}`} role="img" aria-label={label}>
      <span class={`bar-fill bar-${tone}`} style={{ width: share(value ?? 0) }} />
      {before != null && <span class="bar-notch" style={{ left: share(before) }} />}
      {low !== undefined && high !== undefined && (
        <span class="bar-whisker" style={{ left: share(low), width: share(high - low) }} />
      )}
    </span>
  );
}

const share = (value: number): string => `${Math.min(1, Math.max(0, value)) * 100}%`;
