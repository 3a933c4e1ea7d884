/** Tables as comma-separated text, for other programs. */

export type CsvCell = string | number | null;

/** RFC 4180: quoted where needed, lines end with CR LF; null is an empty cell. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  const cell = (value: CsvCell) => {
    const text = value === null ? '' : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
