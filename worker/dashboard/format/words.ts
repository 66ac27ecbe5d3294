/** `youngest_quarter` → `Youngest quarter` */
export function toTitle(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replaceAll('_', ' ')}`;
}

/** 1 → `1 segment`, 1234 → `1,234 segments` */
export function toSegments(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'segment' : 'segments'}`;
}
