import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// its own address, not that of a service elsewhere
void prepareZXingModule({ overrides: { locateFile: () => wasm } })

const options: ReaderOptions = { formats: ['QRCode', 'DataMatrix', 'Code128'], maxNumberOfSymbols: 8 }

/** A picture in, what its codes say out; null where the library cannot be had. `even`: black is what is darker than half. One at a time. */
self.onmessage = ({ data: { pixels, even } }: MessageEvent<{ pixels: ImageData; even: boolean }>) => {
  readBarcodes(pixels, { ...options, binarizer: even ? 'FixedThreshold' : 'LocalAverage' }).then(
    (codes) => self.postMessage(codes.map(({ text }) => text)),
    () => self.postMessage(null),
  )
}
