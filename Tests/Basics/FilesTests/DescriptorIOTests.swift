import Foundation
import TestSupport
import TestLimits
import Testing

@testable import Files

@Suite(.timeLimited) struct DescriptorIOTests {
    @Test func `what is written at an offset or in order is read back, and less at the end`() throws {
        let folder = try TemporaryFolder()
        let file = TemporaryFiles.makeUnnamedFile(in: folder.path)
        defer { close(file) }
        let bytes: [UInt8] = [1, 2, 3]
        try bytes.withUnsafeBytes { bytes in
            try DescriptorIO.write(bytes, to: file)
            try DescriptorIO.write(bytes, to: file)
            try DescriptorIO.write(bytes, to: file, at: 1)
        }
        var read = [UInt8](repeating: 0, count: 8)
        #expect(try read.withUnsafeMutableBytes { try DescriptorIO.read(into: $0, from: file, at: 0) } == 6)
        #expect(read == [1, 1, 2, 3, 2, 3, 0, 0])
        #expect(try read.withUnsafeMutableBytes { try DescriptorIO.read(into: $0, from: file) } == 0)
    }

    @Test func `a failure has the number of the system's error`() {
        let bytes: [UInt8] = [1]
        #expect(throws: DescriptorIO.Failure(code: EBADF)) {
            try bytes.withUnsafeBytes { try DescriptorIO.write($0, to: -1) }
        }
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        #expect(throws: DescriptorIO.Failure(code: ENOSPC)) {
            try bytes.withUnsafeBytes { try DescriptorIO.write($0, to: full) }
        }
    }
}
