// What is looked at in a page, from within it.
() => {
  const root = document.documentElement;

  // sRGB as (R, G, B, opacity), and the contrast of two opaque colours, as WCAG 2 defines it
  const channels = colour => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return [r, g, b, a];
  };
  const luminance = ([r, g, b]) => {
    const [R, G, B] = [r, g, b].map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * R + 0.7152 * G + 0.0722 * B;
  };
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  // the nearest opaque background; what the browser paints behind everything follows the colour scheme
  const behind = element => {
    for (let at = element; at; at = at.parentElement) {
      const colour = channels(getComputedStyle(at).backgroundColor);
      if (colour[3] === 1) return colour;
    }
    const canvas = document.createElement("div");
    canvas.style.color = "Canvas";
    root.append(canvas);
    const colour = channels(getComputedStyle(canvas).color);
    canvas.remove();
    return colour;
  };

  const hasText = element => [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  const texts = [...document.body.querySelectorAll("*")].filter(
    element => !element.matches("script, style") && hasText(element));
  const faint = texts.flatMap(element => {
    const style = getComputedStyle(element);
    const [size, bold] = [parseFloat(style.fontSize), Number(style.fontWeight) >= 700];
    const needed = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5;
    const found = contrast(channels(style.color), behind(element));
    return found < needed ? [`${found.toFixed(2)}: ${element.textContent.trim().slice(0, 60)}`] : [];
  });

  const size = () => parseFloat(getComputedStyle(document.body).fontSize);
  const before = size();
  root.style.fontSize = "200%";
  const textGrows = size() / before;
  root.style.fontSize = "";

  return {
    images: [...document.images].map(image => image.complete ? [image.naturalWidth, image.naturalHeight] : [0, 0]),
    headings: [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(heading => Number(heading.tagName[1])),
    faint,
    textGrows,
  };
}
