import { useEffect, useState } from 'react'

/** Returns the value once it has not changed for this many milliseconds. */
export function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
