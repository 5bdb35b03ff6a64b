import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// load it from our own address, not from an outside service
void prepareZXingModule({ overrides: { locateFile: () => wasm } })

const options: ReaderOptions = { formats: ['QRCode', 'DataMatrix', 'Code128'], maxNumberOfSymbols: 8 }

/**
 * Takes a picture and posts the texts of its codes, or null if the library cannot be loaded.
 * `even`: uses a fixed threshold at half brightness. One at a time.
 */
self.onmessage = ({ data: { pixels, even } }: MessageEvent<{ pixels: ImageData; even: boolean }>) => {
  readBarcodes(pixels, { ...options, binarizer: even ? 'FixedThreshold' : 'LocalAverage' }).then(
    (codes) => self.postMessage(codes.map(({ text }) => text)),
    () => self.postMessage(null),
  )
}
