import { useEffect, useRef } from 'react'

/** In a form, what is entered by other means than a field, such as a drawing or buttons: it counts as typed, and comes back with a draft. */
export function KeptValue({
  name,
  value,
  onChange,
}: {
  name: string
  value: string
  onChange: (value: string) => void
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const told = useRef(value)
  useEffect(() => {
    if (told.current === value) return
    told.current = value
    field.current?.dispatchEvent(new Event('change', { bubbles: true }))
  }, [value])
  return <textarea ref={field} hidden name={name} value={value} onChange={({ target }) => onChange(target.value)} />
}
