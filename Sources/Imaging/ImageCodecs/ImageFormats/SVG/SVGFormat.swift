internal import CVips
internal import ImageMetadata

extension ImageFormat {
    /// SVG, rendered by librsvg.
    ///
    /// It has a size of its own in pixels, of which an inch has 96 (CSS Values and Units, section 6.2), as browsers and
    /// rsvg-convert show it. It has no media type: browsers would run the scripts in a file as if they were the server's own.
    static let svg = ImageFormat(
        name: "SVG", kind: "SVG", fileExtensions: ["svg", "svgz"], traits: .vector(resolution: SVGFormat.resolution),
        vipsFormat: {
            var format = VipsFormat(name: "SVG", loader: "VipsForeignLoadSvgSource")
            format.load = {
                tk_vips_load_svg(vips, $0.name, $0.source, &$1, $0.failOn, SVGFormat.loaderResolution($0))
            }
            return format
        }())
}

private enum SVGFormat {
    static let resolution = 96.0

    /// The value of libvips' option `dpi`.
    ///
    /// libvips scales pixels as if an inch had 72 of them, but physical units by the resolution itself.
    static func loaderResolution(_ load: VipsLoad) -> Double {
        let dpi = load.dpi ?? resolution
        return SVGRoot.hasPhysicalWidth(load.bytes) ? dpi : dpi * 72 / 96
    }
}
