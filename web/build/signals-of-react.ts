import type { Plugin } from 'vite'

const signal = /(\w+Exception) = Error\((formatProdErrorMessage\(\d+\))\)/g

/**
 * Turns the exceptions that React throws to itself into plain objects. React creates them while loading, and an error records where it was created: in a
 * browser that is being observed, for example by developer tools, that means parsing all of React again, a tenth of a second on a slow phone. Throws if this
 * version of React has none.
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
