import Compression
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TilePyramid
import TileStores

extension CorpusSeeds {
    static func jpeg() -> [String: [String: [UInt8]]] {
        let kinds = [
            "gray": Libjpeg.Storage(name: "", sampling: [(1, 1)]),
            "420": Libjpeg.Storage(name: "", sampling: [(2, 2), (1, 1), (1, 1)]),
            "422-tables": Libjpeg.Storage(name: "", sampling: [(2, 1), (1, 1), (1, 1)], hasOwnTables: true),
            "restarts": Libjpeg.Storage(name: "", sampling: [(2, 2), (1, 1), (1, 1)], restartInterval: 3),
        ]
        let progressive = Libjpeg.Storage(name: "", sampling: [(2, 2), (1, 1), (1, 1)], isProgressive: true)
        let others = [
            "progressive": progressive,
            "arithmetic": Libjpeg.Storage(name: "", sampling: [(1, 1)], isArithmetic: true),
        ]
        func encode(_ storage: Libjpeg.Storage) -> [UInt8] {
            Libjpeg.encode(width: 48, height: 40, as: storage) { UInt8(sample($0, $1, $2)) }
        }
        let sequential = kinds.mapValues(encode)
        let all = sequential.merging(others.mapValues(encode)) { $1 }
        let rotated = Libjpeg.encode(width: 48, height: 32, as: progressive) { UInt8(sample($0, $1, $2)) }
        let stored = Libjpeg.encode(
            width: 48, height: 32,
            as: Libjpeg.Storage(name: "", sampling: [(2, 2), (1, 1), (1, 1)], restartInterval: 2)
        ) { UInt8(sample($0, $1, $2)) }
        let scans = Libjpeg.Storage.scans.filter {
            ["a scan for each component", "bits", "gray bits", "restarts after 7"].contains($0.name)
        }
        return [
            "jpeg-splicing": sequential.merging(["large-coefficient": HandmadeJPEG.withLargeCoefficient]) { $1 },
            "jpeg-coefficients": all, "jpeg-crop": all, "decode-jpeg": all,
            "jpeg-segments": [
                "profile": JPEGSegments.inserting(profile: ProfileFixture.adobeRGB.bytes, into: all["gray"] ?? [])
            ].merging(sequential) { $1 }.merging(gainMaps(all["gray"] ?? [])) { $1 },
            "jpeg-progressive": Dictionary(
                uniqueKeysWithValues: scans.map { ($0.name.replacing(" ", with: "-"), encode($0)) }),
            "jpeg-rotation": [
                "sequential270": HandmadeJPEG.rotated(stored, .rotated270),
                "rotated90": HandmadeJPEG.rotated(rotated, .rotated90),
                "flipped": HandmadeJPEG.rotated(rotated, .flippedHorizontally),
                "transversed": HandmadeJPEG.rotated(rotated, .transversed),
            ],
        ]
    }

    /// JPEGs with a gain map: by their own segments, and by the segments of a second image that a list names.
    private static func gainMaps(_ jpeg: [UInt8]) -> [String: [UInt8]] {
        func inserting(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
            let length = content.count + 2
            return jpeg.prefix(2) + [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
                + jpeg.dropFirst(2)
        }
        func listing(_ offset: Int) -> [UInt8] {
            inserting(0xE2, Array("MPF\0".utf8) + imageList([0, offset], isBigEndian: true))
        }
        let xmp = "http://ns.adobe.com/xap/1.0/\0<a t=\"urn:com:apple:photo:2020:aux:hdrgainmap\"/>"
        return [
            "gain-map": inserting(0xE2, Array("urn:iso:std:iso:ts:21496:-1\0\0\0".utf8)),
            // The list counts from its own header: after the start of the image, the marker, the length and the name.
            "second-image": listing(listing(0).count - 10) + inserting(0xE1, Array(xmp.utf8)).prefix(400),
        ]
    }

    static func images() throws -> [String: [String: [UInt8]]] {
        let png = pngs()
        let tiff = try tiffs()
        var webP = ["lossy": try tile(.webp, .rgb), "alpha": try tile(.webp, .rgba)]
        webP["profile"] = try tile(.webp, .rgb, profile: ProfileFixture.adobeRGB.bytes)
        let codestream = try OpenJPEGFixture(
            width: 24, height: 20, sampling: [(1, 1), (1, 1), (1, 1)], sample: { sample($0, $1, $2) }
        ).encoded()
        let jpeg2000 = [
            "codestream": codestream, "file": jp2(codestream, profile: nil),
            "profile": jp2(codestream, profile: ProfileFixture.adobeRGB.bytes),
        ]
        return [
            "png": png, "png-image": png.merging(filteredPNGs()) { $1 }, "decode-png": png, "decode-tiff": tiff,
            "inflate": deflateStreams(), "tiff-image": tiff, "webp-container": webP,
            "decode-webp": webP, "jpeg2000-boxes": jpeg2000, "decode-jpeg2000": jpeg2000,
            "decode-gif": ["gray": gif()], "decode-avif": ["rgb": try tile(.avif, .rgb)],
            "decode-jxl": ["rgb": try tile(.jxl, .rgb)],
            "decode-jpng": ["rgba": try tile(.jpng, .rgba), "gray": try tile(.jpng, .gray)],
            "decode-ktx2": ["rgba": try tile(.ktx2, .rgba)],
            "decode-svg": [
                "shapes": Array(
                    """
                    <svg xmlns="http://www.w3.org/2000/svg" width="24" height="20" viewBox="0 0 24 20">
                    <rect width="12" height="10" fill="#3a7"/><path d="M2 2 L9 4 Q3 5 12 15 Z" stroke="red"/>
                    <text x="3" y="18" font-size="6">a</text></svg>
                    """.utf8)
            ],
            "decode-pdf": ["page": pdf()],
        ]
    }

    /// A tile of 24×20 pixels.
    static func tile(
        _ format: TileFormat, _ channels: PixelLayout.Channels, profile: [UInt8]? = nil
    ) throws -> [UInt8] {
        let size = PixelSize(width: 24, height: 20)
        let layout = PixelLayout(channels)
        let count = layout.bytesPerPixel
        let pixels = (0..<size.area * count).map { index in
            UInt8(sample(index / count % size.width, index / count / size.width, index % count))
        }
        var encoding = TileEncoding()
        encoding.format = format
        encoding.profile = profile
        return try pixels.withUnsafeBytes { pixels in
            guard let base = pixels.baseAddress else { return [] }
            return try TilePixels.lend(base, stride: size.width * count, size: size, layout: layout) {
                try encoding.makeEncoder(for: layout).bytes(of: $0)
            }
        }
    }

    /// Raw deflate streams: those of zlib without their frame.
    private static func deflateStreams() -> [String: [UInt8]] {
        // The numbers of Numerical Recipes' generator, whose sums are noise that leads to few matches.
        var state: UInt32 = 1
        func next(_ limit: UInt32) -> UInt32 {
            state = state &* 1_664_525 &+ 1_013_904_223
            return (state >> 16) % limit
        }
        let noise = (0..<7000).map { _ in UInt8(next(40) + next(40) + next(40)) }
        let smooth = (0..<7000).map { UInt8(sample($0 % 90, $0 / 90, 0)) }
        var repetitions = Array(noise.prefix(300))
        while repetitions.count < 40_000 {
            let distance = [1, 2, 3, 5, 8, 17, 300][Int(next(7))]
            for _ in 0..<3 + next(300) { repetitions.append(repetitions[repetitions.count - distance]) }
            repetitions.append(UInt8(next(256)))
        }
        let streams = ["noise": noise, "smooth": smooth, "repetitions": repetitions, "short": Array(noise.prefix(9))]
        return streams.mapValues { bytes in
            guard let compressor = ZlibCompressor(level: 6) else { return [] }
            let framed = [UInt8](unsafeUninitializedCapacity: compressor.bound(bytes.count)) { buffer, count in
                count = bytes.withUnsafeBytes { compressor.compress($0, into: UnsafeMutableRawBufferPointer(buffer)) }
            }
            return Array(framed.dropFirst(2).dropLast(4))
        }
    }

    private static func pngs() -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for (name, bits, type) in [
            ("gray1", 1, 0), ("gray16", 16, 0), ("rgb8", 8, 2), ("palette4", 4, 3), ("gray-alpha", 8, 4),
            ("rgba", 8, 6), ("pq", 16, 2), ("chromaticities", 8, 2),
        ] {
            var fixture = PNGFixture(width: 9, height: 7) { sample($0, $1, $2) & (1 << bits - 1) }
            fixture.bits = bits
            fixture.colorType = type
            if type == 3 {
                fixture.chunks = [("PLTE", (0..<48).map { UInt8($0 * 5) }), ("tRNS", [0, 128, 255])]
            } else if name == "pq" {
                fixture.chunks = [
                    ("cICP", [9, 16, 0, 1]), ("cLLI", [0, 152, 150, 128, 0, 1, 0, 0]),
                    ("mDCV", [UInt8](repeating: 60, count: 24)),
                ]
            } else if name == "chromaticities" {
                let numbers: [UInt32] = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]
                let chromaticities = numbers.flatMap { number in
                    withUnsafeBytes(of: number.bigEndian) { Array($0) }
                }
                fixture.chunks = [("gAMA", [0, 1, 134, 160]), ("cHRM", chromaticities)]
            } else if type == 2 {
                fixture.chunks = [PNGFixture.profile(ProfileFixture.adobeRGB.bytes), ("tRNS", [0, 1, 0, 2, 0, 3])]
            } else {
                fixture.chunks = [("pHYs", [0, 0, 16, 0, 0, 0, 16, 0, 1])]
            }
            files[name] = fixture.encoded()
        }
        return files
    }

    /// Compressed PNGs with all filters, some of them interlaced.
    private static func filteredPNGs() -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for (name, bits, type) in [("interlaced2", 2, 0), ("interlaced-rgb", 8, 2), ("filtered16", 16, 6)] {
            var fixture = PNGFixture(width: 11, height: 13) { sample($0, $1, $2) & (1 << bits - 1) }
            fixture.bits = bits
            fixture.colorType = type
            fixture.isInterlaced = bits < 16
            fixture.filter = { $0 % 5 }
            fixture.dataLength = 50
            fixture.compress = { rows in
                [UInt8](unsafeUninitializedCapacity: rows.count + 100) { buffer, count in
                    count = rows.withUnsafeBytes { rows in
                        ZlibCompressor(level: 9)?.compress(rows, into: UnsafeMutableRawBufferPointer(buffer)) ?? 0
                    }
                }
            }
            files[name] = fixture.encoded()
        }
        return files
    }

    private static func tiffs() throws -> [String: [UInt8]] {
        func page(_ change: (inout TIFFFixture) -> Void) -> TIFFFixture {
            var page = TIFFFixture(width: 21, height: 17) { UInt64(sample($0, $1, $2)) }
            change(&page)
            return page
        }
        func rgb(_ page: inout TIFFFixture) {
            page.photometric = 2
            page.samplesPerPixel = 3
        }
        // PackBits, as literal runs (TIFF 6.0, section 9).
        func packed(_ bytes: [UInt8]) -> [UInt8] {
            stride(from: 0, to: bytes.count, by: 128).flatMap { start in
                let run = bytes[start..<min(start + 128, bytes.count)]
                return [UInt8(run.count - 1)] + run
            }
        }
        // LZW, as literals of 9 bits between clear codes (TIFF 6.0, section 13).
        func lzw(_ bytes: [UInt8]) -> [UInt8] {
            var output = [UInt8]()
            var held = 0
            var heldBits = 0
            func append(_ code: Int) {
                held = held << 9 | code
                heldBits = heldBits + 9
                while heldBits >= 8 {
                    heldBits -= 8
                    output.append(UInt8(truncatingIfNeeded: held >> heldBits))
                }
                held &= 255
            }
            for (index, byte) in bytes.enumerated() {
                if index % 200 == 0 { append(256) }
                append(Int(byte))
            }
            append(257)
            output.append(UInt8(truncatingIfNeeded: held << (8 - heldBits)))
            return output
        }
        var files = [
            "gray": page { _ in }.encoded(),
            "gray16": page { $0.bits = 16 }.encoded(bigEndian: true),
            "bits1": page {
                $0.bits = 1
                $0.photometric = 0
            }.encoded(),
            "rgb-planes": page {
                rgb(&$0)
                $0.isPlanar = true
                $0.tile = (16, 16)
            }.encoded(),
            "rgba": page {
                $0.photometric = 2
                $0.samplesPerPixel = 4
                $0.extraSamples = [2]
                $0.tile = (16, 16)
            }.encoded(big: true),
            "packbits": page {
                $0.compression = 32_773
                $0.compress = { packed($1) }
            }.encoded(),
            "lzw": page {
                rgb(&$0)
                $0.compression = 5
                $0.compress = { lzw($1) }
                $0.tags[317] = .shorts([2])
            }.encoded(),
            "deflate": page {
                rgb(&$0)
                $0.compression = 8
                $0.compress = { deflated($1) }
            }.encoded(),
            "float": page {
                $0.bits = 32
                $0.sampleFormat = 3
                $0.sample = { x, y, _ in UInt64(Float(sample(x, y, 0)).bitPattern) }
            }.encoded(),
        ]
        var mask = page {
            $0.bits = 1
            $0.photometric = 4
            $0.tags[254] = .longs([4])
        }
        mask.sample = { x, y, _ in UInt64((x / 3 + y) % 2) }
        let masked = ["mask": TIFFFixture.encode([page { $0.tile = (16, 16) }, mask])]
        let nodata = [
            "nodata": page { $0.tags[42113] = .text("7") }.encoded(),
            "nodata-values": page {
                $0.tags[42112] = .text("<GDALMetadata><Item name=\"NODATA_VALUES\">7</Item></GDALMetadata>")
            }.encoded(),
            "nodata-float": page {
                $0.bits = 32
                $0.sampleFormat = 3
                $0.tags[42113] = .text("-3.4e+38")
                $0.sample = { x, y, _ in UInt64((x == y ? -Float.greatestFiniteMagnitude : Float(x)).bitPattern) }
            }.encoded(),
        ]
        files.merge(masked) { $1 }
        files.merge(nodata) { $1 }
        // JPEG tiles, as a pyramid has them.
        return files.merging(["jpeg-tiles": try pyramidFile(.tiff, format: .jpeg)]) { $1 }
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        guard let compressor = ZlibCompressor(level: 6) else { return [] }
        return [UInt8](unsafeUninitializedCapacity: compressor.bound(bytes.count)) { buffer, count in
            count = bytes.withUnsafeBytes { compressor.compress($0, into: UnsafeMutableRawBufferPointer(buffer)) }
        }
    }

    /// A JP2 file around a codestream (ISO 15444-1, annex I).
    private static func jp2(_ codestream: [UInt8], profile: [UInt8]?) -> [UInt8] {
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            let length = content.count + 8
            return (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + Array(type.utf8) + content
        }
        let color: [UInt8] = profile.map { [2, 0, 0] + $0 } ?? [1, 0, 0, 0, 0, 0, 16]
        let header = box("ihdr", [0, 0, 0, 20, 0, 0, 0, 24, 0, 3, 7, 7, 0, 0]) + box("colr", color)
        return box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
            + box("jp2h", header) + box("jp2c", codestream)
    }

    /// A GIF of 24×20 grays with uncompressed codes of 9 bits (GIF89a, appendix F).
    private static func gif() -> [UInt8] {
        var bits = 0
        var count = 0
        var data = [UInt8]()
        func add(_ code: Int) {
            bits |= code << count
            count += 9
            while count >= 8 {
                data.append(UInt8(bits & 255))
                bits = bits >> 8
                count = count - 8
            }
        }
        for index in 0..<24 * 20 {
            if index % 200 == 0 { add(256) }
            add(sample(index % 24, index / 24, 0))
        }
        add(257)
        data.append(UInt8(bits & 255))
        let blocks = stride(from: 0, to: data.count, by: 255).flatMap { start -> [UInt8] in
            let part = data[start..<min(start + 255, data.count)]
            return [UInt8(part.count)] + part
        }
        return Array("GIF89a".utf8) + [24, 0, 20, 0, 0xF7, 0, 0] + (0..<768).map { UInt8($0 / 3) }
            + [0x2C, 0, 0, 0, 0, 24, 0, 20, 0, 0, 8] + blocks + [0, 0x3B]
    }

    /// A PDF of one page, whose table of objects readers rebuild.
    private static func pdf() -> [UInt8] {
        let content = "0.2 0.6 0.4 rg 2 2 12 10 re f 1 0 0 RG 3 3 m 9 15 l 20 5 l s"
        return Array(
            """
            %PDF-1.4
            1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
            2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
            3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 24 20]/Contents 4 0 R>> endobj
            4 0 obj <</Length \(content.utf8.count)>> stream
            \(content)
            endstream endobj
            trailer <</Root 1 0 R/Size 5>>
            %%EOF
            """.utf8)
    }
}
