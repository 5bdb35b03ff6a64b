// Read by browsers of any age: ES5, and nothing that an old one lacks. Asked for by index.html where the browser is older than the app is
// made for; says in words what it needs, unless it starts all the same.
// biome-ignore-all lint: what the rules ask for is younger than the browsers this is for
;(function () {
  var words = {
    de: 'Dieser Browser ist zu alt für die App. Sie läuft ab iOS und Safari 16.4, Chrome 111 und Firefox 115: Bitte aktualisieren Sie das Gerät oder den Browser. Alarme per E-Mail und SMS kommen weiterhin an.',
    en: 'This browser is too old for the app. It works from iOS and Safari 16.4, Chrome 111 and Firefox 115 on: please update the device or the browser. Alarms by e-mail and text message still arrive.',
    fr: 'Ce navigateur est trop ancien pour l’application. Elle fonctionne à partir d’iOS et Safari 16.4, de Chrome 111 et de Firefox 115 : mettez à jour l’appareil ou le navigateur. Les alarmes par e-mail et SMS arrivent toujours.',
    es: 'Este navegador es demasiado antiguo para la aplicación. Funciona desde iOS y Safari 16.4, Chrome 111 y Firefox 115: actualice el dispositivo o el navegador. Las alarmas por correo electrónico y SMS siguen llegando.',
  }

  function tell(event) {
    // of what could not be loaded the app alone counts, which says so only on the way down
    if (event && event.target && event.target.nodeType === 1 && event.target.type !== 'module') return
    if (document.querySelector('#root h1') || document.getElementById('too-old')) return
    var languages = navigator.languages && navigator.languages.length ? navigator.languages : [navigator.language || '']
    var lang = 'de'
    for (var i = languages.length - 1; i >= 0; i--) {
      var tag = String(languages[i]).slice(0, 2).toLowerCase()
      if (words.hasOwnProperty(tag)) lang = tag
    }
    var text = document.createElement('p')
    text.id = 'too-old'
    text.lang = lang
    text.setAttribute('role', 'alert')
    text.style.cssText = 'max-width:30em;margin:2em auto;padding:0 1em;font:17px/1.5 sans-serif'
    text.appendChild(document.createTextNode(words[lang]))
    document.body.appendChild(text)
    var start = document.getElementById('start-words')
    if (start) start.textContent = ''
  }

  if (window.startFailed || !('noModule' in document.createElement('script'))) return tell()
  window.addEventListener('error', tell, true)
  window.addEventListener('unhandledrejection', tell)
  setTimeout(tell, 15000)
})()
