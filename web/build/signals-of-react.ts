import type { Plugin } from 'vite'

const signal = /(\w+Exception) = Error\((formatProdErrorMessage\(\d+\))\)/g

/**
 * Makes what React throws to itself objects of their words. It makes them as it is loaded, and an error keeps where it was made: a browser that
 * is watched, as by developer tools, finds that out by reading all of React once more, a tenth of a second of a slow phone. Throws
 * where this React has none of them.
 */
export function signalsOfReact(): Plugin {
  return {
    name: 'hivewatch-signals-of-react',
    apply: 'build',
    transform: {
      filter: { id: /\/react-dom-client\.production\.js$/ },
      handler: (code) => ({ code: withPlainSignals(code), map: null }),
    },
  }
}

export function withPlainSignals(code: string): string {
  const plain = code.replace(signal, '$1 = Object($2)')
  if (plain === code) throw new Error('react-dom throws nothing of its own to itself: `signalsOfReact` is of no use')
  return plain
}
