internal import CSDL2

extension PresenterError {
    /// Creates the error of a failed SDL function, with SDL's message (SDL_GetError).
    static func sdl(_ code: Code, _ attempt: String) -> PresenterError {
        let text = SDL_GetError().map { String(cString: $0) } ?? ""
        return PresenterError(code, "\(attempt): \(text.isEmpty ? "SDL reports no reason" : text).")
    }
}

/// Throws an error if the result of an SDL function is negative.
func check(
    _ result: Int32, _ code: PresenterError.Code, _ attempt: @autoclosure () -> String
) throws(PresenterError) {
    guard result >= 0 else { throw .sdl(code, attempt()) }
}
