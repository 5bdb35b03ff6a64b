import { type RefObject, useEffect, useRef, useState } from 'react'
import { type CameraFault, closeCamera, hasLight, openCamera } from './label-camera.ts'
import { type LabelNumbers, numbersOf } from './label-numbers.ts'
import { drawOn, isDark, type Source } from './label-picture.ts'
import type { LabelReader } from './label-reader.ts'

/**
 * The state of the search. `slow`: nothing was read for a while. `other`: what was read is not from a label. `reader`: no
 * code reader is available. For a chosen photo: `photoEmpty`, `photoPartly`, `photoBroken`.
 */
export type ScanState =
  | 'starting'
  | 'looking'
  | 'dark'
  | 'slow'
  | 'other'
  | 'reader'
  | 'photoEmpty'
  | 'photoPartly'
  | 'photoBroken'
  | CameraFault

const PAUSE_MS = 120
const SLOW_AFTER_MS = 12_000
const TEXTS_AT_MOST = 40
/**
 * No single setting reads every code: fine codes need more pixels, blurred ones fewer. The camera
 * cycles through them; a photo tries them until both numbers are known.
 */
const cameraWays = [
  { longest: 1280, even: false },
  { longest: 800, even: true },
  { longest: 1280, even: true },
  { longest: 800, even: false },
] as const
const photoWays = [{ longest: 2000, even: false }, ...cameraWays] as const
type Way = (typeof photoWays)[number]

export const isWhole = ({ imei, imsi }: LabelNumbers): boolean => imei !== undefined && imsi !== undefined

/** Reads a label from the camera, whose image it shows in `video`, or from a photo, until both numbers are known. */
export function useLabelScan(video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<ScanState>('starting')
  const [numbers, setNumbers] = useState<LabelNumbers>({})
  const [stream, setStream] = useState<MediaStream>()
  const [round, setRound] = useState(0)
  const seen = useRef(new Set<string>())
  const reader = useRef<Promise<LabelReader>>(undefined)

  const read = async (canvas: HTMLCanvasElement, source: Source, { longest, even }: Way) => {
    drawOn(canvas, source, longest)
    reader.current ??= import('./label-reader.ts').then(({ openLabelReader }) => openLabelReader())
    const texts = await (await reader.current).read(canvas, even)
    for (const text of texts) if (seen.current.size < TEXTS_AT_MOST) seen.current.add(text)
    return { codes: texts.length, numbers: numbersOf([...seen.current]) }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round starts only on request
  useEffect(() => {
    const ended = new AbortController()
    let opened: MediaStream | undefined
    const look = async () => {
      const camera = await openCamera()
      if (typeof camera === 'string') return setState(camera)
      opened = camera
      if (ended.signal.aborted) return closeCamera(camera)
      setStream(camera)
      setState('looking')
      const canvas = document.createElement('canvas')
      const begun = performance.now()
      for (let turn = 0; !ended.signal.aborted; turn++) {
        const shown = video.current
        if (shown && shown.videoWidth > 0) {
          const source = { picture: shown, width: shown.videoWidth, height: shown.videoHeight }
          const { codes, numbers: found } = await read(canvas, source, cameraWays[turn % cameraWays.length]!)
          if (ended.signal.aborted) return
          setNumbers(found)
          if (isWhole(found)) break
          const late = performance.now() - begun > SLOW_AFTER_MS
          const empty = Object.keys(found).length === 0
          setState(codes > 0 && empty ? 'other' : isDark(canvas) ? 'dark' : late && empty ? 'slow' : 'looking')
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
      closeCamera(camera)
    }
    look().catch(() => {
      if (opened) closeCamera(opened)
      reader.current = undefined
      if (!ended.signal.aborted) setState('reader')
    })
    return () => {
      ended.abort()
      if (opened) closeCamera(opened)
      setStream(undefined)
    }
  }, [round])

  useEffect(
    () => () => {
      void reader.current?.then((one) => one.close()).catch(() => undefined)
    },
    [],
  )

  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null
  }, [stream, video])

  const readPhoto = async (file: File) => {
    const photo = await createImageBitmap(file).catch(() => undefined)
    if (!photo) return setState('photoBroken')
    const canvas = document.createElement('canvas')
    const source = { picture: photo, width: photo.width, height: photo.height }
    let known: LabelNumbers = {}
    let hasCodes = false
    try {
      for (const way of photoWays) {
        const { codes, numbers: found } = await read(canvas, source, way)
        hasCodes ||= codes > 0
        known = found
        if (isWhole(found)) break
      }
      setNumbers(known)
      setState(Object.keys(known).length > 0 ? 'photoPartly' : hasCodes ? 'other' : 'photoEmpty')
    } catch {
      reader.current = undefined
      setState('reader')
    }
  }
  return {
    state,
    numbers,
    /** The stream, if its camera has a light that can be switched. */
    light: stream && hasLight(stream) ? stream : undefined,
    hasPicture: stream !== undefined,
    readPhoto,
    again: () => {
      setState('starting')
      setRound(round + 1)
    },
  }
}
