/** Reads what the codes in pictures say. */
export type LabelReader = {
  /**
   * Throws `ReaderMissing` where there is nothing that reads. `even`: the light is taken to be even, which reads fine bars that are
   * lost else, and the other way around.
   */
  read(picture: HTMLCanvasElement, even: boolean): Promise<string[]>
  close(): void
}

/** Neither the browser can read codes nor the library be had, as without a network. */
export class ReaderMissing extends Error {
  override name = 'ReaderMissing'
}

type Detector = { detect(picture: HTMLCanvasElement): Promise<{ rawValue: string }[]> }
type Detectors = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

const needed = ['qr_code', 'code_128']
const wanted = [...needed, 'data_matrix']

/** The browser's own reader, where it knows the codes of labels; some have one that knows none, or fails when it is asked. */
async function openBuiltIn(): Promise<Detector | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: Detectors }
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (!BarcodeDetector || !needed.every((format) => known.includes(format))) return undefined
  return new BarcodeDetector({ formats: wanted.filter((format) => known.includes(format)) })
}

/** A library, in a worker: it is fetched when it is used, and the camera's picture does not stutter meanwhile. */
function openLibrary(): LabelReader {
  const worker = new Worker(new URL('./label-worker.ts', import.meta.url), { type: 'module' })
  const ask = (pixels: ImageData, even: boolean) =>
    new Promise<string[]>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<string[] | null>) =>
        data ? resolve(data) : reject(new ReaderMissing())
      worker.onerror = () => reject(new ReaderMissing())
      worker.postMessage({ pixels, even }, [pixels.data.buffer])
    })
  let before: Promise<unknown> = Promise.resolve()
  return {
    read(picture, even) {
      const pixels = picture.getContext('2d')!.getImageData(0, 0, picture.width, picture.height)
      // a photo may be chosen while the camera is read
      const asked = before.then(() => ask(pixels, even))
      before = asked.catch(() => undefined)
      return asked
    },
    close: () => worker.terminate(),
  }
}

/** A reader for labels: the browser's, or the library where that is missing or fails. */
export function openLabelReader(): LabelReader {
  let library: LabelReader | undefined
  let builtIn = openBuiltIn().catch(() => undefined)
  return {
    async read(picture, even) {
      const detector = await builtIn
      if (detector) {
        try {
          return (await detector.detect(picture)).map(({ rawValue }) => rawValue)
        } catch {
          builtIn = Promise.resolve(undefined)
        }
      }
      library ??= openLibrary()
      return library.read(picture, even)
    },
    close: () => library?.close(),
  }
}
