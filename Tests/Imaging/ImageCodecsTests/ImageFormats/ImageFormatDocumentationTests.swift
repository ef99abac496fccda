import Foundation
import TestLimits
import Testing

@testable import ImageCodecs

/// The texts that list formats name those of ``ImageFormats/standard``.
@Suite(.timeLimited) struct ImageFormatDocumentationTests {
    private static func text(_ path: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        return try String(contentsOf: folder.appending(path: "../../../../" + path), encoding: .utf8)
    }

    /// The names of formats in the first column of the table of features.
    private static func names(inTable text: String) -> Set<String> {
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
        return Set(
            rows.flatMap { row in
                row.split(separator: "|")[0].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            })
    }

    @Test func `the table of what is read names every format, and no other`() throws {
        let named = try Self.names(
            inTable: Self.text("Sources/Imaging/ImageCodecs/ImageCodecs.docc/SupportedImages.md"))
        let unread: Set = [
            "format", "all", "BMP", "TGA", "OpenEXR", "PSD", "DICOM", "icons", "camera raw and others",
        ]
        let formats = ImageFormats.standard.all.map { $0.name == "KTX2" ? "KTX 2.0" : $0.name }
        #expect(named.subtracting(unread) == Set(formats).subtracting(["slide"]))
    }

    /// The words for formats in the texts for users, which leave the rare ones out.
    private static let common = ImageFormats.standard.all.compactMap(\.kind)
        .filter { !["PPM", "Radiance HDR", "FITS", "a slide"].contains($0) }

    @Test func `the README names the common formats`() throws {
        let text = try #require(Self.text("README.md").components(separatedBy: "**Every common format in:**").last)
        let sentence = text.prefix { $0 != "." }
        for kind in Self.common { #expect(sentence.contains(kind), "\(kind)") }
        #expect(sentence.contains("slide"))
    }

    @Test func `the help names the common formats in the order of the list`() throws {
        let list = Self.common.dropLast().joined(separator: ", ") + " and " + (Self.common.last ?? "")
        #expect(try Self.text("Tools/tilecut/Tilecut.swift").contains("Reads \(list), and writes"))
    }
}
