import { useEffect, useRef } from 'react'

/** Inside a form, a value entered by other means than a field, such as a drawing or buttons. It counts as typed and is restored with a draft. */
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
