/** Whether a file matches an `accept` attribute: `.bin`, `image/png`, `image/*`, comma separated. An empty one accepts everything. */
export function acceptsFile(accept: string, file: { name: string; type: string }): boolean {
  const kinds = accept
    .split(',')
    .map((kind) => kind.trim().toLowerCase())
    .filter(Boolean)
  return (
    kinds.length === 0 ||
    kinds.some((kind) => {
      if (kind.startsWith('.')) return file.name.toLowerCase().endsWith(kind)
      if (kind.endsWith('/*')) return file.type.startsWith(kind.slice(0, -1))
      return file.type === kind
    })
  )
}
