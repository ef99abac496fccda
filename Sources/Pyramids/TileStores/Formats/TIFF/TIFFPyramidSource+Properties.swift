internal import Georeferencing
internal import ImageMetadata
internal import ImageCodecs

extension TIFFPyramidSource {
    /// The metadata of a page; damaged items are left out.
    static func properties(of directory: TIFFDirectory) -> [PyramidProperty] {
        let texts: [(TIFFTag, String)] = [
            (.imageDescription, "ImageDescription"), (.make, "Make"), (.model, "Model"), (.software, "Software"),
            (.dateTime, "DateTime"), (.artist, "Artist"), (.copyright, "Copyright"),
        ]
        var properties = texts.compactMap { tag, name in
            (try? directory.text(tag)).flatMap { $0 }.map { PyramidProperty(name, $0) }
        }
        let units = [2: "per inch", 3: "per centimeter"]
        if let unit = units[(try? directory.number(.resolutionUnit)) ?? 2] {
            for (tag, name) in [(TIFFTag.xResolution, "XResolution"), (.yResolution, "YResolution")] {
                if let value = (try? directory.rational(tag)).flatMap({ $0 }) {
                    properties.append(PyramidProperty(name, "\(value) \(unit)"))
                }
            }
        }
        if let number = (try? directory.number(.compression)).flatMap({ $0 }) {
            let name = TIFFCompression(rawValue: number).map { "\($0)" } ?? "\(number)"
            properties.append(PyramidProperty("Compression", name))
        }
        if let length = directory.length(of: .iccProfile) {
            properties.append(PyramidProperty("ICCProfile", "\(length) bytes"))
        }
        return properties
    }

    /// The georeference of a file, if its coordinate system is supported.
    static func bounds(of path: String) -> [PyramidProperty] {
        guard let bounds = try? GeoBounds.readGeoTIFF(.file(path)) else { return [] }
        let edges = bounds.edges.map { "\($0)" }.joined(separator: ",")
        return [PyramidProperty("Bounds", "\(edges) (\(bounds.crs.rawValue))")]
    }

    /// The file, if it is a pyramid to be opened as such; empty otherwise, also for a tiled image.
    static func recognizedPaths(of candidate: PyramidCandidate) -> [String] {
        guard case .file(let head) = candidate.content, TIFFHeader(head) != nil,
            // Errors in a TIFF are reported by the decoder that opens it as an image.
            let source = try? TIFFPyramidSource(opening: candidate.path), source.isPyramid
        else { return [] }
        return [candidate.path]
    }
}
