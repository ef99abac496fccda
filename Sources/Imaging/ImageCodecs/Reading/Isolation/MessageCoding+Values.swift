internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

extension MessageWriter {
    mutating func add(_ size: PixelSize) {
        add(size.width)
        add(size.height)
    }

    mutating func add(_ layout: PixelLayout) {
        add(layout.channels.rawValue)
        add(layout.depth.rawValue)
    }

    mutating func add(_ nodata: NodataValues) {
        add(nodata.alternatives.count)
        for values in nodata.alternatives { add(values.map { $0?.description ?? "" }) }
    }
}

extension MessageReader {
    mutating func size() throws(Malformed) -> PixelSize {
        PixelSize(width: try int(in: 1...Int(Int32.max)), height: try int(in: 1...Int(Int32.max)))
    }

    mutating func layout() throws(Malformed) -> PixelLayout {
        guard let channels = PixelLayout.Channels(rawValue: try int()),
            let depth = PixelLayout.Depth(rawValue: try int())
        else { throw Malformed() }
        return PixelLayout(channels, depth)
    }

    mutating func scale() throws(Malformed) -> DecodeScale {
        guard let scale = DecodeScale(rawValue: try int()) else { throw Malformed() }
        return scale
    }

    mutating func nodata() throws(Malformed) -> NodataValues {
        var alternatives: [[NodataValue?]] = []
        for _ in 0..<(try int(in: 0...1 << 16)) {
            var values: [NodataValue?] = []
            for text in try strings() {
                let value = NodataValue(text)
                guard value != nil || text.isEmpty else { throw Malformed() }
                values.append(value)
            }
            alternatives.append(values)
        }
        return NodataValues(alternatives: alternatives)
    }
}
