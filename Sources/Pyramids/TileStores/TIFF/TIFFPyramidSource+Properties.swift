internal import ImageCodecs

extension TIFFPyramidSource {
    /// What a page says about the picture; what is damaged of that is left out.
    static func properties(of directory: TIFFPageDirectory) -> [PyramidProperty] {
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

    /// Where a file says that its picture lies on the Earth, in a coordinate system that is known here.
    static func bounds(of path: String) -> [PyramidProperty] {
        guard let bounds = try? GeoBounds.readGeoTIFF(.file(path)) else { return [] }
        let edges = [bounds.west, bounds.south, bounds.east, bounds.north].map { "\($0)" }.joined(separator: ",")
        return [PyramidProperty("Bounds", "\(edges) (\(bounds.crs.rawValue))")]
    }

    /// The file, if it is a pyramid to be opened as one; empty when it is not, or an image.
    static func recognizedPaths(of candidate: PyramidCandidate) -> [String] {
        guard case .file(let head) = candidate.content, TIFFByteReader.variant(head) != nil,
            // What is wrong with a TIFF is told by what opens it as an image.
            let source = try? TIFFPyramidSource(opening: candidate.path), source.isPyramid
        else { return [] }
        return [candidate.path]
    }
}
