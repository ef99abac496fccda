internal import Numbers

extension ColorEncoding {
    /// Returns the encoding as an ICC profile of version 4.4 (ICC.1:2022).
    ///
    /// The profile has the primaries and a curve, and for PQ and HLG also the code points (cicpTag) and the peak
    /// (luminanceTag).
    ///
    /// The curve for PQ and HLG describes the tone-mapped image, for readers that do not know cicpTag.
    ///
    /// - Parameter gray: true for the profile of a gray image.
    /// - Returns: the bytes of the profile; nil for primaries that are not a color space.
    package func profile(gray: Bool) -> [UInt8]? {
        guard let colorants = primaries.colorants, let adaptation = primaries.adaptation else { return nil }
        var tags: [(name: String, data: [UInt8])] = [
            ("desc", Self.text(name)), ("cprt", Self.text("No copyright, use freely")),
            ("wtpt", Self.xyz([ColorMatrix.d50])),
        ]
        if gray {
            tags.append(("kTRC", curve))
        } else {
            let adapted = [adaptation.rows.0, adaptation.rows.1, adaptation.rows.2]
            tags.append(("chad", Self.type("sf32") + adapted.flatMap { Self.fixed([$0.x, $0.y, $0.z]) }))
            let columns = colorants.columns
            tags += [
                ("rXYZ", Self.xyz([columns.0])), ("gXYZ", Self.xyz([columns.1])), ("bXYZ", Self.xyz([columns.2])),
                ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
            ]
        }
        if isHDR {
            let number = transfer == .pq ? CodePoints.pq : CodePoints.hlg
            let space = primaries == .bt2020 ? 9 : CodePoints.unspecified
            let points = [space, number, 0, isFullRange ? 1 : 0].map { UInt8(truncatingIfNeeded: $0) }
            tags.append(("cicp", Self.type("cicp") + points))
            if let peak { tags.append(("lumi", Self.xyz([SIMD3(0, peak, 0)]))) }
        }
        return Self.file(tags, space: gray ? "GRAY" : "RGB ")
    }

    /// The number of points of a curve that has no formula in profiles.
    private static let curvePoints = 4096

    /// The curve as parametricCurveType (10.18) or curveType (10.6).
    private var curve: [UInt8] {
        if isFullRange, case .parametric(let g, let a, let b, let c, let d) = transfer {
            let isPower = a == 1 && b == 0 && d <= 0
            let numbers = Self.fixed(isPower ? [g] : [g, a, b, c, d])
            return Self.type("para") + [0, isPower ? 0 : 3, 0, 0] + numbers
        }
        let last = Double(Self.curvePoints - 1)
        let values = (0..<Self.curvePoints).flatMap { index in
            // Checked: floating-point numbers.
            Self.number(
                CheckedNumber.integer(
                    65535 * light(Double(index) / last), rounded: .toNearestOrAwayFromZero, clampedTo: 0...65535),
                bytes: 2)
        }
        return Self.type("curv") + Self.number(Self.curvePoints) + values
    }

    /// A profile of a display with these tags; equal ones share their data.
    private static func file(_ tags: [(name: String, data: [UInt8])], space: String) -> [UInt8] {
        var table = number(tags.count)
        var data: [UInt8] = []
        var starts: [(data: [UInt8], offset: Int)] = []
        let start = 132 + 12 * tags.count
        for tag in tags {
            var offset = starts.first { $0.data == tag.data }?.offset
            if offset == nil {
                offset = start + data.count
                starts.append((tag.data, start + data.count))
                data += tag.data + [UInt8](repeating: 0, count: (4 - tag.data.count % 4) % 4)
            }
            table += Array(tag.name.utf8) + number(offset ?? 0) + number(tag.data.count)
        }
        let size = start + data.count
        var header = number(size) + number(0) + number(0x0440_0000) + Array(("mntr" + space + "XYZ ").utf8)
        // A fixed date, so that equal images have equal profiles: January 1, 2024.
        header += [2024, 1, 1, 0, 0, 0].flatMap { number($0, bytes: 2) } + Array("acsp".utf8)
        // No platform, flags, manufacturer, model and attributes; relative colorimetric.
        header +=
            [UInt8](repeating: 0, count: 24) + number(1)
            + fixed([ColorMatrix.d50.x, ColorMatrix.d50.y, ColorMatrix.d50.z])
        header += [UInt8](repeating: 0, count: 128 - header.count)
        return header + table + data
    }

    private static func text(_ text: String) -> [UInt8] {
        // Checked: 16 bits.
        let units = text.utf16.flatMap { number(Int($0), bytes: 2) }
        return type("mluc") + number(1) + number(12) + Array("enUS".utf8) + number(units.count) + number(28) + units
    }

    private static func xyz(_ colors: [SIMD3<Double>]) -> [UInt8] {
        type("XYZ ") + colors.flatMap { fixed([$0.x, $0.y, $0.z]) }
    }

    private static func type(_ name: String) -> [UInt8] { Array(name.utf8) + [0, 0, 0, 0] }

    /// Numbers of type s15Fixed16Number.
    private static func fixed(_ numbers: [Double]) -> [UInt8] {
        numbers.flatMap { value in
            // Checked: floating-point numbers.
            number(
                CheckedNumber.integer(
                    value * 65536, rounded: .toNearestOrAwayFromZero, clampedTo: -0x8000_0000...0x7FFF_FFFF))
        }
    }

    private static func number(_ value: Int, bytes: Int = 4) -> [UInt8] {
        (1...bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - $0))) }
    }
}
