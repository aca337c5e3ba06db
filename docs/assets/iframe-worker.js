// The search of the site runs in a worker, and browsers start none for a page from the disk. There a hidden frame takes its
// place: it loads the worker's script, and messages go to and fro as events. The theme's script looks for `IFrameWorker` in
// the parent of the frame to find its files.
(() => {
  "use strict";
  if (location.protocol !== "file:") return;

  // What the worker's script expects of the place it runs in.
  const inside = `
    window.postMessage = (data) => parent.postMessage(data, "*");
    window.importScripts = (...urls) => urls.reduce((before, url) => before.then(() => new Promise((loaded, failed) => {
      const script = document.createElement("script");
      script.src = url;
      script.onload = loaded;
      script.onerror = () => failed(new Error("cannot load " + url));
      document.body.append(script);
    })), Promise.resolve());`;

  class IFrameWorker extends EventTarget {
    constructor(url) {
      super();
      this.onmessage = null;
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const place = this.frame.contentDocument;
      place.open();
      place.write("<!doctype html><html lang=en><title>Search</title><body></body></html>");
      place.close();
      const prepare = place.createElement("script");
      prepare.textContent = inside;
      place.body.append(prepare);
      this.ready = new Promise((loaded, failed) => {
        const script = place.createElement("script");
        script.src = String(url);
        script.onload = loaded;
        script.onerror = () => failed(new Error(`cannot load ${url}`));
        place.body.append(script);
      });
      this.ready.catch((error) => this.dispatchEvent(new ErrorEvent("error", { error, message: error.message })));
      this.heard = (event) => {
        if (event.source !== this.frame.contentWindow) return;
        event.stopImmediatePropagation();
        const told = new MessageEvent("message", { data: event.data });
        this.dispatchEvent(told);
        if (this.onmessage) this.onmessage(told);
      };
      window.addEventListener("message", this.heard);
    }

    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })), () => {});
    }

    terminate() {
      window.removeEventListener("message", this.heard);
      this.frame.remove();
    }
  }

  window.IFrameWorker = IFrameWorker;
  window.Worker = IFrameWorker;
})();
