import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { TextField } from './text-field.tsx'

const PAUSE_MS = 250

/**
 * A search-as-you-type field: `onSearch` gets the text after a short pause in typing. `value` is the current search; if it changes from outside, for example by
 * going back, the field follows.
 */
export function SearchField({
  name,
  label,
  hint,
  value,
  onSearch,
}: {
  name?: string
  label: ReactNode
  hint?: ReactNode
  value: string
  onSearch: (words: string) => void
}) {
  const [typed, type] = useState(value)
  /** Searches that were reported but have not come back as `value` yet. */
  const underway = useRef<readonly string[]>([])
  const search = useEffectEvent(() => {
    const words = typed.trim()
    if (words === (underway.current.at(-1) ?? value)) return
    underway.current = [...underway.current, words]
    onSearch(words)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text restarts the pause
  useEffect(() => {
    const timer = setTimeout(search, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    const at = underway.current.indexOf(value)
    underway.current = at < 0 ? [] : underway.current.slice(at + 1)
    if (at < 0) type(value)
  }, [value])
  return (
    <TextField
      type="search"
      icon={Search}
      name={name}
      label={label}
      hint={hint}
      value={typed}
      maxLength={100}
      autoComplete="off"
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        // in a form, Enter would submit it
        if (event.key === 'Enter') event.preventDefault()
      }}
    />
  )
}
