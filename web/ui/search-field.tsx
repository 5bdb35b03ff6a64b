import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { TextField } from './text-field.tsx'

const PAUSE_MS = 250

/** A search as one types: `onSearch` gets the words after a short pause in typing. `value` is what is searched for now. */
export function SearchField({
  label,
  hint,
  value,
  onSearch,
}: {
  label: ReactNode
  hint?: ReactNode
  value: string
  onSearch: (words: string) => void
}) {
  const [typed, type] = useState(value)
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onSearch])
  return (
    <TextField
      type="search"
      icon={Search}
      label={label}
      hint={hint}
      value={typed}
      maxLength={100}
      autoComplete="off"
      onChange={(event) => type(event.target.value)}
    />
  )
}
