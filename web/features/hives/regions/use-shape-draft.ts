import { useMemo, useState } from 'react'
import type { Shape } from '#domain/hives/regions/region-geometry.ts'
import { type ReadText, readShapeText, writeShape } from './shape-text.ts'

export type ShapeDraft = {
  text: string
  isChanged: boolean
  read: ReadText
  /** What can be drawn of the text, whether valid or not. */
  drawn: Shape | undefined
  /** Changes the text as the user types. */
  type: (text: string) => void
  /** Replaces the shape; `undo` restores the previous one. */
  put: (shape: Shape | undefined) => void
  undo: (() => void) | undefined
}

/** A shape being edited. Its text is authoritative, however it was entered. */
export function useShapeDraft(first: Shape | null | undefined): ShapeDraft {
  const [before] = useState(() => (first ? writeShape(first) : ''))
  const [text, type] = useState(before)
  const [past, setPast] = useState<string[]>([])
  const read = useMemo(() => readShapeText(text), [text])
  const drawn = read.state === 'good' ? read.shape : read.state === 'faulty' ? read.drawn : undefined
  const put = (shape: Shape | undefined) => {
    setPast([...past, text])
    type(shape ? writeShape(shape) : '')
  }
  const undo = () => {
    type(past.at(-1)!)
    setPast(past.slice(0, -1))
  }
  return { text, isChanged: text !== before, read, drawn, type, put, undo: past.length > 0 ? undo : undefined }
}
