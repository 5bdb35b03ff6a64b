/** Reads the codes in pictures. */
export type LabelReader = {
  /**
   * Throws `ReaderMissing` if no reader is available. `even`: assumes even lighting, which reads fine
   * bars that are otherwise lost; without it, codes in uneven light can be read.
   */
  read(picture: HTMLCanvasElement, even: boolean): Promise<string[]>
  close(): void
}

/** The browser cannot read codes and the library cannot be loaded, as without a network. */
class ReaderMissing extends Error {
  override name = 'ReaderMissing'
}

type Detector = { detect(picture: HTMLCanvasElement): Promise<{ rawValue: string }[]> }
type Detectors = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

const needed = ['qr_code', 'code_128']
const wanted = [...needed, 'data_matrix']

/** The browser's own reader, if it supports the codes on labels; some browsers have one that supports none or fails when asked. */
async function openBuiltIn(): Promise<Detector | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: Detectors }
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (!BarcodeDetector || !needed.every((format) => known.includes(format))) return undefined
  return new BarcodeDetector({ formats: wanted.filter((format) => known.includes(format)) })
}

/** A library in a worker: loaded on first use, and the camera image does not stutter while it reads. */
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
      // a photo may be chosen while a camera image is being read
      const asked = before.then(() => ask(pixels, even))
      before = asked.catch(() => undefined)
      return asked
    },
    close: () => worker.terminate(),
  }
}

/** A reader for labels: the browser's own, or the library if that is missing or fails. */
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
