import Foundation

/// A PDF of one page with black text.
enum TextPDF {
    /// The font of the text.
    enum Font: String, CaseIterable {
        /// One of the fourteen that every reader has, by its name.
        case standard
        /// A Japanese one, whose characters are named by a table of the system.
        case japanese
        /// Glyphs that are drawings in the file (Type 3).
        case drawn
        /// A TrueType font in the file: the first one that the system has.
        case trueType
    }

    /// Returns the file.
    static func bytes(_ font: Font) throws -> Data {
        var objects: [Data] = [
            Data("<</Type/Catalog/Pages 2 0 R>>".utf8), Data("<</Type/Pages/Kids[3 0 R]/Count 1>>".utf8),
            Data(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 144 72]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>".utf8),
            stream(Data("BT /F 24 Tf 10 30 Td \(font == .japanese ? "<82a082a4>" : "(aaa)") Tj ET".utf8)),
        ]
        switch font {
        case .standard:
            objects.append(Data("<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>".utf8))
        case .japanese:
            objects.append(
                Data(
                    """
                    <</Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3/Encoding/90ms-RKSJ-H/DescendantFonts[
                    <</Type/Font/Subtype/CIDFontType0/BaseFont/HeiseiMin-W3
                    /CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>
                    /FontDescriptor<</Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 4/FontBBox[0 0 1000 1000]
                    /ItalicAngle 0/Ascent 800/Descent -200/StemV 80>>>>]>>
                    """.utf8))
        case .drawn:
            objects += [
                Data(
                    """
                    <</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97
                    /LastChar 97/Widths[1000]/CharProcs<</a 6 0 R>>/Encoding<</Type/Encoding/Differences[97/a]>>>>
                    """.utf8),
                stream(Data("1000 0 0 0 800 800 d1 0 0 800 800 re f".utf8)),
            ]
        case .trueType:
            let file = try trueTypeFont()
            objects += [
                Data(
                    """
                    <</Type/Font/Subtype/TrueType/BaseFont/Embedded/Encoding/WinAnsiEncoding/FirstChar 97/LastChar 97
                    /Widths[600]/FontDescriptor<</Type/FontDescriptor/FontName/Embedded/Flags 32
                    /FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/StemV 80/FontFile2 6 0 R>>>>
                    """.utf8),
                stream(file, "/Length1 \(file.count)"),
            ]
        }
        var bytes = Data("%PDF-1.4\n".utf8)
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let digits = "\(bytes.count)"
            table += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
            bytes += Data("\(index + 1) 0 obj\n".utf8) + object + Data("\nendobj\n".utf8)
        }
        let end = "trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(bytes.count)\n%%EOF\n"
        return bytes + Data((table + end).utf8)
    }

    private static func stream(_ bytes: Data, _ entries: String = "") -> Data {
        Data("<</Length \(bytes.count)\(entries)>>stream\n".utf8) + bytes + Data("\nendstream".utf8)
    }

    private struct NoFont: Error {}

    private static func trueTypeFont() throws -> Data {
        let folder = "/usr/share/fonts"
        let names = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
        // Others of that format may have no letters.
        let usual = names.first { $0.hasSuffix("Sans.ttf") }
        guard let name = usual ?? names.first(where: { $0.hasSuffix(".ttf") }) else { throw NoFont() }
        return try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
}
