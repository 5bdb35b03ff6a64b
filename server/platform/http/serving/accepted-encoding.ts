export type Encoding = 'br' | 'gzip'

/** The better of the encodings that a client accepts. Undefined if it accepts neither. `header`: its Accept-Encoding. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const taken = new Map(
    header?.split(',').map((part): [string, number] => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((text) => text.startsWith('q='))
      return [name, weight ? Number(weight.slice(2)) : 1]
    }),
  )
  const weightOf = (name: Encoding) => taken.get(name) ?? taken.get('*') ?? 0
  const [best] = (['br', 'gzip'] as const)
    .filter((name) => weightOf(name) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a))
  return best
}
