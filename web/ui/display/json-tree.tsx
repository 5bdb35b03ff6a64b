import styles from './json-tree.module.css'

/** A path into a document: property names, and indexes for arrays. */
export type JsonWay = readonly (string | number)[]

/** A JSON document as nested lists whose values can be pressed. */
export function JsonTree({
  label,
  document,
  isPressed,
  onPress,
}: {
  label: string
  document: unknown
  isPressed: (way: JsonWay) => boolean
  onPress: (way: JsonWay, value: unknown) => void
}) {
  return (
    <fieldset aria-label={label} className={styles.list}>
      <Members value={document} way={[]} isPressed={isPressed} onPress={onPress} />
    </fieldset>
  )
}

type Part = { value: unknown; way: JsonWay } & Pick<Parameters<typeof JsonTree>[0], 'isPressed' | 'onPress'>

function Members({ value, way, ...rest }: Part) {
  if (typeof value !== 'object' || value === null) return <Member value={value} way={way} {...rest} />
  const members: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return (
    <ul className={styles.list}>
      {members.map(([name, inner]) => (
        <li key={name}>
          <Member value={inner} way={[...way, name]} {...rest} />
        </li>
      ))}
    </ul>
  )
}

function Member({ value, way, isPressed, onPress }: Part) {
  const name = way.at(-1)
  if (typeof value === 'object' && value !== null) {
    return (
      <>
        <span className={styles.name}>{name}</span>
        <Members value={value} way={way} isPressed={isPressed} onPress={onPress} />
      </>
    )
  }
  return (
    <button
      type="button"
      className={styles.value}
      aria-pressed={isPressed(way)}
      disabled={value === null}
      onClick={() => onPress(way, value)}
    >
      {name === undefined ? '' : `${name}: `}
      {JSON.stringify(value)}
    </button>
  )
}
