// A unit test framework of one page: TEST bodies register themselves, CHECK counts what fails.
#pragma once

#include <exception>
#include <iostream>
#include <string_view>
#include <vector>

namespace check {

struct Test {
  std::string_view name;
  void (*body)();
};

inline std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

inline int& failures() {
  static int count = 0;
  return count;
}

struct Registration {
  Registration(std::string_view name, void (*body)()) { tests().push_back({name, body}); }
};

inline void expect(bool held, std::string_view what, std::string_view file, int line) {
  if (held) return;
  failures() += 1;
  std::cerr << file << ':' << line << ": failed: " << what << '\n';
}

inline int run() {
  for (const Test& test : tests()) {
    const int before = failures();
    try {
      test.body();
    } catch (const std::exception& error) {
      expect(false, error.what(), test.name, 0);
    }
    std::cout << (failures() == before ? "ok      " : "FAILED  ") << test.name << '\n';
  }
  std::cout << tests().size() << " tests, " << failures() << " failed checks\n";
  return failures() == 0 && !tests().empty() ? 0 : 1;
}

}  // namespace check

#define CHECK_JOIN_(a, b) a##b
#define CHECK_JOIN(a, b) CHECK_JOIN_(a, b)
#define TEST(name)                                                                                \
  static void CHECK_JOIN(test_, __LINE__)();                                                      \
  static const check::Registration CHECK_JOIN(add_, __LINE__){name, CHECK_JOIN(test_, __LINE__)}; \
  static void CHECK_JOIN(test_, __LINE__)()
#define CHECK(condition) check::expect(static_cast<bool>(condition), #condition, __FILE__, __LINE__)
#define CHECK_THROWS(expression, Error)                                       \
  do {                                                                        \
    bool thrown = false;                                                      \
    try {                                                                     \
      (void)(expression);                                                     \
    } catch (const Error&) {                                                  \
      thrown = true;                                                          \
    }                                                                         \
    check::expect(thrown, #expression " throws " #Error, __FILE__, __LINE__); \
  } while (false)
