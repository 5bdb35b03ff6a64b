import { useEffect, useRef, useState } from 'react'

type Heard = { results: ArrayLike<ArrayLike<{ transcript: string }>> }
type Recognition = {
  lang: string
  interimResults: boolean
  onresult: ((heard: Heard) => void) | null
  onerror: ((fault: { error?: string }) => void) | null
  onend: (() => void) | null
  start(): void
  /** Ends recognition with what was said so far, or with nothing. */
  stop(): void
  abort(): void
}
type Recognizes = { SpeechRecognition?: new () => Recognition; webkitSpeechRecognition?: new () => Recognition }

/** Transcribes speech; undefined if the browser cannot. `language` is a tag such as `de-CH`. */
export function useSpeech(language: string, onWords: (words: string) => void) {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as unknown as Recognizes
  const Recognizer = SpeechRecognition ?? webkitSpeechRecognition
  const running = useRef<Recognition>(undefined)
  const [state, setState] = useState<'idle' | 'listening' | 'failed'>('idle')
  useEffect(() => () => running.current?.abort(), [])
  if (!Recognizer) return undefined

  const stop = () => running.current?.stop()
  const start = () => {
    const recognition = new Recognizer()
    recognition.lang = language
    recognition.interimResults = false
    recognition.onresult = ({ results }) =>
      onWords(
        Array.from(results, (result) => result[0]?.transcript ?? '')
          .join(' ')
          .trim(),
      )
    recognition.onerror = ({ error }) => setState(error === 'aborted' ? 'idle' : 'failed')
    recognition.onend = () => setState((before) => (before === 'failed' ? before : 'idle'))
    running.current = recognition
    try {
      recognition.start()
      setState('listening')
    } catch {
      setState('failed')
    }
  }
  return { state, start, stop }
}
